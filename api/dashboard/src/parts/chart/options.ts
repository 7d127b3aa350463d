/* uPlot's options for a chart. Values that may change without a new chart (colours, window, texts)
   are read at each drawing. */
import type uPlot from 'uplot';
import { lastKnown, spread, type End } from './ends';
import { holdAt, stopsOf, type Hold } from './holds';
import { alone, type Drawn } from './series';
import { palette, type Tone } from './palette.svelte';
import { increments, tickText } from './ticks';

export interface Line {
  /** Constant for the same thing. */
  key: string;
  label: string;
  values: readonly Drawn[];
  tone: Tone;
  /** The holders along it, in order: each part has their tone, gaps have none. Without it `tone` is
      the whole line's. */
  holds?: readonly Hold[];
  /** The text at the line's end, in its colour. */
  end?: string;
  /** The dash pattern, which distinguishes lines of one colour. */
  dash?: Dash;
  /** Fills the area below, lightly. */
  fill?: boolean;
  weight?: 'faint' | 'normal' | 'strong';
}

export type Dash = 'solid' | 'dashed' | 'dotted';
export const dashes: readonly Dash[] = ['solid', 'dashed', 'dotted'];
const dashPixels = { solid: [], dashed: [7, 3], dotted: [1.5, 2.5] } as const;

/** The tone of a line at a moment; unheld parts have the quiet tone. */
export const toneAt = (line: Line, at: number): Tone =>
  line.holds ? (holdAt(line.holds, at)?.tone ?? 'none') : line.tone;

/** Read at each drawing. */
export interface Frame {
  from: number; // ms
  until: number;
  min: number | undefined;
  max: number | undefined;
  unit: string;
  /** Decimals of all its numbers. */
  digits: number;
  lines: readonly Line[];
  ticks(pixels: number): { at: number; text: string }[];
  number(value: number): string;
}

export interface Shape {
  compact: boolean;
  sync: string;
  /** Scale factor of axes and their texts. */
  zoom: number;
  lines: number;
  /** Room for the names at the ends of lines, px. */
  endRoom: number;
}

/** The left edge of the plot, px: elements below a chart line up with it. */
export const axisWidth = 44;
export const edgeWidth = 10;
const letterWidth = 6.2;
/** Room right of the plot for the names of lines, px; 0 if there are none. */
export function endRoomOf(lines: readonly Line[], zoom = 1): number {
  const longest = Math.max(0, ...lines.map((line) => line.end?.length ?? 0));
  return longest === 0 ? edgeWidth : Math.min(96, 12 + letterWidth * longest) * zoom;
}

const widths = { faint: 1, normal: 1.25, strong: 2 } as const;
/** The width of a line in a chart with axes, px. */
export const widthOf = (line: Line | undefined, zoom: number): number =>
  widths[line?.weight ?? 'normal'] * zoom;
const percents = { faint: 32, normal: 100, strong: 100 } as const;

function axes(frame: () => Frame, zoom: number): uPlot.Axis[] {
  const shared = {
    stroke: () => palette.colour('axis'),
    font: palette.font(zoom),
    ticks: { show: false },
    gap: 6 * zoom,
  } as const;
  return [
    {
      ...shared,
      size: 24 * zoom,
      grid: { show: false },
      splits: (u: uPlot) =>
        frame()
          .ticks(u.bbox.width / devicePixelRatio)
          .map((tick) => tick.at / 1000),
      values: (u: uPlot) =>
        frame()
          .ticks(u.bbox.width / devicePixelRatio)
          .map((tick) => tick.text),
    },
    {
      ...shared,
      size: axisWidth * zoom,
      incrs: () => increments(frame().digits),
      space: (_u, _i, _min, _max, pixels) => Math.min(34, Math.max(16, pixels / 3)) * zoom,
      grid: { stroke: () => palette.colour('line'), width: 1 },
      values: (_u, splits) =>
        splits.map((value, i) =>
          tickText(frame().number(value), frame().unit, i === splits.length - 1),
        ),
    },
  ];
}

// One colour, or a gradient along the window where holders change.
function paint(
  u: uPlot,
  frame: Frame,
  line: Line | undefined,
  percent: number,
  unheld = percent,
): string | CanvasGradient {
  if (!line?.holds) return palette.colour(line?.tone ?? 'other', percent);
  const stops = stopsOf(line.holds, frame.from, frame.until);
  const colour = (tone: Tone) => palette.colour(tone, tone === 'none' ? unheld : percent);
  const [first] = stops;
  if (!first || stops.every((stop) => stop.tone === first.tone))
    return colour(first?.tone ?? 'none');
  const gradient = u.ctx.createLinearGradient(u.bbox.left, 0, u.bbox.left + u.bbox.width, 0);
  for (const { at, tone } of stops) gradient.addColorStop(at, colour(tone));
  return gradient;
}

function series(index: number, compact: boolean, zoom: number, frame: () => Frame): uPlot.Series {
  const line = () => frame().lines[index];
  return {
    stroke: (u) => paint(u, frame(), line(), percents[line()?.weight ?? 'normal']),
    width: compact ? 1.25 * zoom : widthOf(line(), zoom),
    ...(compact || (line()?.dash ?? 'solid') === 'solid'
      ? {}
      : { dash: dashPixels[line()?.dash ?? 'solid'].map((length) => length * zoom) }),
    ...(line()?.fill === true ? { fill: (u) => paint(u, frame(), line(), 16, 0) } : {}),
    spanGaps: false,
    points: { show: !compact, size: 4, filter: () => alone(line()?.values ?? []) },
  };
}

// Draws the names beside the ends of lines. The strong one is readable.
function drawEnds(u: uPlot, frame: Frame, zoom: number): void {
  const { ctx, bbox } = u;
  const ends: End[] = frame.lines.flatMap((line, index) => {
    const value = line.end === undefined ? undefined : lastKnown(line.values);
    return value === undefined
      ? []
      : [
          {
            index,
            strong: line.weight === 'strong',
            y: Math.min(bbox.top + bbox.height, Math.max(bbox.top, u.valToPos(value, 'y', true))),
          },
        ];
  });
  const pixel = devicePixelRatio;
  ctx.save();
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  for (const { index, y } of spread(ends, 12 * zoom * pixel, bbox.top, bbox.top + bbox.height)) {
    const line = frame.lines[index];
    if (line?.end === undefined) continue;
    const tone = toneAt(line, frame.until - 1);
    ctx.font = palette.font(zoom * pixel, line.weight === 'strong');
    ctx.fillStyle = palette.colour(
      tone === 'none' || tone === 'other' ? 'axis' : tone,
      line.weight === 'faint' ? 60 : 100,
    );
    ctx.fillText(
      line.end,
      bbox.left + bbox.width + 6 * zoom * pixel,
      y,
      (u.width - 6 * zoom) * pixel - bbox.left - bbox.width,
    );
  }
  ctx.restore();
}

/** The known range with a margin above; a fixed end stays. */
export function scaleOf(frame: Frame, low: number | null, high: number | null): [number, number] {
  const min = frame.min ?? (low === null ? 0 : low - Math.max(1, (high ?? low) - low) * 0.1);
  const max =
    frame.max ?? (high === null ? min + 1 : high + Math.max(1, high - (low ?? high)) * 0.1);
  return [min, max > min ? max : min + 1];
}

function pointColour(u: uPlot, frame: Frame, index: number): string {
  const line = frame.lines[index];
  const at = u.data[0][u.cursor.idx ?? -1];
  return palette.colour(line ? toneAt(line, (at ?? 0) * 1000) : 'other');
}

export function optionsOf(
  shape: Shape,
  frame: () => Frame,
  size: { width: number; height: number },
  onCursor: (u: uPlot) => void,
): uPlot.Options {
  const { compact, sync } = shape;
  return {
    ...size,
    pxAlign: compact ? 0 : 1,
    padding: compact ? [2, 0, 2, 0] : [10 * shape.zoom, shape.endRoom, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [frame().from / 1000, frame().until / 1000] },
      y: { range: (_u, low, high) => scaleOf(frame(), low, high) },
    },
    axes: compact ? [{ show: false }, { show: false }] : axes(frame, shape.zoom),
    series: [
      {},
      ...Array.from({ length: shape.lines }, (_, i) => series(i, compact, shape.zoom, frame)),
    ],
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: {
        size: 6,
        width: 0,
        stroke: (u, i) => pointColour(u, frame(), i - 1),
        fill: (u, i) => pointColour(u, frame(), i - 1),
      },
      ...(sync === '' ? {} : { sync: { key: sync, scales: ['x', null], setSeries: false } }),
    },
    // The surrounding element describes the content.
    hooks: {
      ready: [(u) => u.ctx.canvas.setAttribute('aria-hidden', 'true')],
      setCursor: [onCursor],
      ...(compact ? {} : { draw: [(u) => drawEnds(u, frame(), shape.zoom)] }),
    },
  };
}
