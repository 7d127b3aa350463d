/* Time to x and back. The axis is absolute time: an hour is equally wide on every day. So the day
   of a clock change is 23 or 25 hours wide without a special case. */
import { dayMs, hourMs, minuteMs } from '../../../lib/zone';

export interface TimeScale {
  start: number; // at the left edge
  span: number; // from edge to edge
  width: number; // px
}

export const zooms = [6 * hourMs, dayMs, 2 * dayMs, 7 * dayMs, 28 * dayMs] as const;
export const zoomNames = ['6h', '1d', '2d', '1w', '4w'] as const;
export const defaultSpan = 2 * dayMs;
export const snapMs = 15 * minuteMs;
export const fineSnapMs = 5 * minuteMs;
const nowShare = 0.1; // the position of now at the start, as a share of the width
export const farthestMs = 400 * dayMs;

export const endOf = (scale: TimeScale): number => scale.start + scale.span;

export function timeToX(scale: TimeScale, at: number): number {
  return ((at - scale.start) / scale.span) * scale.width;
}

export function xToTime(scale: TimeScale, x: number): number {
  return scale.start + (x / Math.max(1, scale.width)) * scale.span;
}

/** All zones' offsets are whole quarters of an hour: a grid in UTC is one in every zone. */
export function snap(at: number, step: number = snapMs): number {
  return Math.round(at / step) * step;
}
export function snapDown(at: number, step: number = snapMs): number {
  return Math.floor(at / step) * step;
}
export function snapUp(at: number, step: number = snapMs): number {
  return Math.ceil(at / step) * step;
}

export function startAround(now: number, span: number): number {
  return snapDown(now - span * nowShare);
}

/** Zooms; the time `at` keeps its position. */
export function zoomTo(scale: TimeScale, span: number, at: number): TimeScale {
  const share = Math.min(1, Math.max(0, (at - scale.start) / scale.span));
  return { ...scale, span, start: snapDown(at - share * span) };
}

export function stepZoom(span: number, by: 1 | -1): number {
  const index = zooms.findIndex((zoom) => zoom >= span);
  const next = Math.min(zooms.length - 1, Math.max(0, (index < 0 ? 2 : index) + by));
  return zooms[next] ?? defaultSpan;
}

export function pan(scale: TimeScale, by: number, now: number): TimeScale {
  const start = Math.min(now + farthestMs, Math.max(now - farthestMs, scale.start + by));
  return { ...scale, start };
}

/** The width of one step of the keyboard's cursor. */
export function cellOf(span: number): number {
  if (span <= 6 * hourMs) return snapMs;
  if (span <= dayMs) return 30 * minuteMs;
  if (span <= 2 * dayMs) return hourMs;
  return span <= 7 * dayMs ? 3 * hourMs : 12 * hourMs;
}

/** Shows `at`, moving no more than needed. */
export function reveal(scale: TimeScale, at: number): TimeScale {
  const margin = scale.span * 0.04;
  if (at < scale.start + margin) return { ...scale, start: snapDown(at - margin) };
  if (at > endOf(scale) - margin) return { ...scale, start: snapUp(at + margin - scale.span) };
  return scale;
}
