/* What uPlot is told about a chart. Whatever may change without a new chart (colours, window, texts)
   is asked for each time it draws. */
import type uPlot from 'uplot';
import { alone, type Drawn } from './series';
import { palette, type Tone } from './palette.svelte';

export interface Line {
  /** Stays the same as long as it is the same thing. */
  key: string;
  label: string;
  values: readonly Drawn[];
  tone: Tone;
  /** The area below, lightly. */
  fill?: boolean;
  weight?: 'faint' | 'normal' | 'strong';
}

/** Read at each drawing. */
export interface Frame {
  from: number; // ms
  until: number;
  min: number | undefined;
  max: number | undefined;
  unit: string;
  lines: readonly Line[];
  ticks(pixels: number): { at: number; text: string }[];
  number(value: number): string;
}

export interface Shape {
  compact: boolean;
  sync: string;
  /** Axes and their texts, times larger. */
  zoom: number;
  lines: number;
}

/** The left edge of the plot, px: what stands below a chart lines up with it. */
export const axisWidth = 44;
export const edgeWidth = 10;

const widths = { faint: 1, normal: 1.25, strong: 2 } as const;
/** Of a line in a chart with axes, px. */
export const widthOf = (line: Line | undefined, zoom: number): number => widths[line?.weight ?? 'normal'] * zoom;
const percents = { faint: 32, normal: 100, strong: 100 } as const;

function axes(frame: () => Frame, zoom: number): uPlot.Axis[] {
  const shared = { stroke: () => palette.colour('axis'), font: palette.font(zoom), ticks: { show: false }, gap: 6 * zoom } as const;
  return [
    {
      ...shared, size: 24 * zoom, grid: { show: false },
      splits: (u: uPlot) => frame().ticks(u.bbox.width / devicePixelRatio).map((tick) => tick.at / 1000),
      values: (u: uPlot) => frame().ticks(u.bbox.width / devicePixelRatio).map((tick) => tick.text),
    },
    {
      ...shared, size: axisWidth * zoom, space: (_u, _i, _min, _max, pixels) => Math.min(34, Math.max(16, pixels / 3)) * zoom, grid: { stroke: () => palette.colour('line'), width: 1 },
      values: (_u, splits) => splits.map((value, i) => (i === splits.length - 1 ? `${frame().number(value)} ${frame().unit}` : frame().number(value))),
    },
  ];
}

function series(index: number, compact: boolean, zoom: number, frame: () => Frame): uPlot.Series {
  const line = () => frame().lines[index];
  return {
    stroke: () => palette.colour(line()?.tone ?? 'other', percents[line()?.weight ?? 'normal']),
    width: compact ? 1.25 * zoom : widthOf(line(), zoom),
    ...(line()?.fill === true ? { fill: () => palette.colour(line()?.tone ?? 'other', 16) } : {}),
    spanGaps: false,
    points: { show: !compact, size: 4, filter: () => alone(line()?.values ?? []) },
  };
}

/** From what is known, with air above; a fixed end stays where it is. */
export function scaleOf(frame: Frame, low: number | null, high: number | null): [number, number] {
  const min = frame.min ?? (low === null ? 0 : low - Math.max(1, (high ?? low) - low) * 0.1);
  const max = frame.max ?? (high === null ? min + 1 : high + Math.max(1, high - (low ?? high)) * 0.1);
  return [min, max > min ? max : min + 1];
}

export function optionsOf(shape: Shape, frame: () => Frame, size: { width: number; height: number }, onCursor: (u: uPlot) => void): uPlot.Options {
  const { compact, sync } = shape;
  return {
    ...size,
    pxAlign: compact ? 0 : 1,
    padding: compact ? [2, 0, 2, 0] : [10 * shape.zoom, edgeWidth, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [frame().from / 1000, frame().until / 1000] },
      y: { range: (_u, low, high) => scaleOf(frame(), low, high) },
    },
    axes: compact ? [{ show: false }, { show: false }] : axes(frame, shape.zoom),
    series: [{}, ...Array.from({ length: shape.lines }, (_, i) => series(i, compact, shape.zoom, frame))],
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 6, width: 0, stroke: (_u, i) => palette.colour(frame().lines[i - 1]?.tone ?? 'other'), fill: (_u, i) => palette.colour(frame().lines[i - 1]?.tone ?? 'other') },
      ...(sync === '' ? {} : { sync: { key: sync, scales: ['x', null], setSeries: false } }),
    },
    hooks: { setCursor: [onCursor] },
  };
}
