/* The input of a chart. */
import type { Snippet } from 'svelte';
import type { Line } from './options';

export interface ChartProps {
  /** The chart's name, in words. */
  label: string;
  /** ms; each line has one value per time. */
  times: readonly number[];
  lines: readonly Line[];
  from: number;
  until: number;
  unit: string;
  /** Fixed ends of the scale. */
  min?: number;
  max?: number;
  digits?: number;
  sync?: string;
  /** Without axes, as high as a row. */
  compact?: boolean;
  height?: number;
  /** Not interactive and without a tab stop: a picture with axes, on a wall, or beside the same
      in words. */
  plain?: boolean;
  /** Scale factor of axes and their texts. */
  zoom?: number;
  /** Controls above the plot, on the left. Gets the position of the crosshair. */
  tools?: Snippet<[number | null]>;
}
