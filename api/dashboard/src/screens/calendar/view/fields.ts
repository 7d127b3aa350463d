/* Moments in fields of type datetime-local, in the person's zone. */
import { localTime, momentOf } from '../../../lib/zone';
import { reader } from './here';

const two = (value: number): string => String(value).padStart(2, '0');

export function toField(at: number): string {
  const time = localTime(at, reader().zone);
  return `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}T${two(time.hour)}:${two(time.minute)}`;
}

export function fromField(text: string): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text);
  if (!found) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = found.slice(1).map(Number);
  return momentOf(reader().zone, year, month, day, hour, minute);
}

export function tomorrowAt(now: number, hour: number): number {
  const time = localTime(now, reader().zone);
  return momentOf(reader().zone, time.year, time.month, time.day + 1, hour);
}
