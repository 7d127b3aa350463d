/* The texts of a chart, in the reader's language and zone: moments, labels of the time axis, names and
   the summary of its lines. */
import '../../language/en/fleet/chart';
import { t } from '../../language/t.svelte';
import { clockSeconds, clockTime, dayText, zoneName } from '../../lib/format';
import { hourMs } from '../../lib/zone';
import { preferences } from '../../page/preferences.svelte';
import { holdAt } from './holds';
import { edgeWidth, type Line } from './options';
import { summarise } from './summary';
import { timeTicks, type Tick } from './ticks';

/** `step` and `span` in ms: the distance of two moments, and the length of the window. */
export function momentLabel(time: number, step: number, span: number): string {
  const reader = preferences.reader;
  const text = step < 60_000 ? clockSeconds(time, reader) : clockTime(time, reader);
  return span > 20 * hourMs
    ? `${dayText(time, reader)} ${text} ${zoneName(time, reader)}`
    : `${text} ${zoneName(time, reader)}`;
}

function tickLabel({ at, shows }: Tick): string {
  if (shows === 'day') return dayText(at, preferences.reader);
  return shows === 'second'
    ? clockSeconds(at, preferences.reader)
    : clockTime(at, preferences.reader);
}

/** Leaves out labels so near the right edge that half would be cut off. */
export function tickLabels(
  from: number,
  until: number,
  pixels: number,
  zoom: number,
): { at: number; text: string }[] {
  const fits = (at: number) => ((until - at) / (until - from)) * pixels > 18 * zoom - edgeWidth;
  return timeTicks(from, until, preferences.zone, pixels / (72 * zoom))
    .filter((tick) => fits(tick.at))
    .map((tick) => ({ at: tick.at, text: tickLabel(tick) }));
}

/** For a line that people hold: with the holder at that time. */
export function nameAt(line: Line, at: number): string {
  return line.holds
    ? `${line.label}, ${holdAt(line.holds, at)?.name ?? t('chart.unbooked')}`
    : line.label;
}

export function summaryText(
  lines: readonly Line[],
  withUnit: (value: number | null) => string,
): string {
  return lines
    .map((line) => {
      const one = summarise(line.label, line.values);
      if (one.last === null) return `${line.label}: ${t('common.noData')}`;
      return t('chart.summary', {
        label: line.label,
        last: withUnit(one.last),
        mean: withUnit(one.mean),
        low: withUnit(one.low),
        high: withUnit(one.high),
      });
    })
    .join('; ');
}
