/* Searches a time zone by typed words: a city, a part of a country, any words of its name. Pure. */
import { offsetMs, twoDigits } from '../../lib/zone';

/** "America/New_York" is shown as "America/New York". */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ł/gi, 'l')
    .toLowerCase()
    .replace(/[_/,-]+/g, ' ')
    .trim();
}

/** Zones in whose name each word begins a word; those whose city begins with it come first. */
export function searchZones(text: string, zones: readonly string[], most = 40): string[] {
  const wanted = plain(text);
  if (wanted === '') return zones.slice(0, most);
  const words = wanted.split(/\s+/);
  const rank = (zone: string): number => {
    const name = plain(zone);
    const parts = name.split(/\s+/);
    if (!words.every((word) => parts.some((part) => part.startsWith(word)))) return -1;
    if (name === wanted) return 0;
    return plain(zone.slice(zone.lastIndexOf('/') + 1)).startsWith(wanted) ? 1 : 2;
  };
  return zones
    .map((zone, at) => ({ zone, at, rank: rank(zone) }))
    .filter((one) => one.rank >= 0)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .slice(0, most)
    .map((one) => one.zone);
}

/** UTC+1, UTC−3:30, UTC */
export function offsetText(zone: string, now: number): string {
  const minutes = Math.round(offsetMs(now, zone) / 60_000);
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes > 0 ? '+' : '−'}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`;
}
