/* What of the history is wanted, as it stands in the address and as the server is asked. Pure. */
import { localTime, momentOf } from '../../lib/zone';

/** The kinds people choose from, each so many beginnings of types. */
export const kinds = {
  bookings: ['reservation'],
  violations: ['violation'],
  processes: ['process'],
  hosts: ['host', 'gpu'],
  people: ['person', 'session', 'token', 'setup', 'grant'],
  boards: ['board'],
  refused: ['command'],
} as const;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

export interface Filter {
  kinds: readonly Kind[];
  person: string;
  host: string;
  gpu: string;
  reservation: string;
  violation: string;
  board: string;
  /** ms. */
  from: number | undefined;
  until: number | undefined;
}

const subjects = ['person', 'host', 'gpu', 'reservation', 'violation', 'board'] as const;

function moment(text: string | null): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}

export function readFilter(query: URLSearchParams): Filter {
  const wanted = (query.get('kind') ?? '').split(',');
  const filter: Filter = {
    kinds: kindNames.filter((kind) => wanted.includes(kind)), person: '', host: '', gpu: '', reservation: '', violation: '', board: '',
    from: moment(query.get('from')), until: moment(query.get('until')),
  };
  for (const name of subjects) filter[name] = query.get(name) ?? '';
  return filter;
}

/** The position that a link to one event leads to. */
export function readEvent(query: URLSearchParams): number | undefined {
  const position = Number(query.get('event') ?? '');
  return Number.isSafeInteger(position) && position > 0 ? position : undefined;
}

export const isFiltering = (filter: Filter): boolean =>
  filter.kinds.length > 0 || filter.from !== undefined || filter.until !== undefined || subjects.some((name) => filter[name] !== '');

export const noFilter: Record<string, null> = Object.fromEntries([...subjects, 'kind', 'from', 'until', 'event'].map((name) => [name, null]));

export interface EventsQuery {
  type?: string[];
  person?: string;
  host?: string;
  gpu?: string;
  reservation?: string;
  violation?: string;
  board?: string;
  from?: string;
  until?: string;
}

export function asked(filter: Filter): EventsQuery {
  const query: EventsQuery = {};
  if (filter.kinds.length > 0) query.type = filter.kinds.flatMap((kind) => kinds[kind]);
  for (const name of subjects) if (filter[name] !== '') query[name] = filter[name];
  if (filter.from !== undefined) query.from = new Date(filter.from).toISOString();
  if (filter.until !== undefined) query.until = new Date(filter.until).toISOString();
  return query;
}

export const toggled = (chosen: readonly Kind[], kind: Kind): Kind[] =>
  kindNames.filter((one) => (one === kind ? !chosen.includes(one) : chosen.includes(one)));

const two = (value: number) => String(value).padStart(2, '0');

/** For a field of date and time, in the zone of the person. */
export function fieldText(at: number | undefined, zone: string): string {
  if (at === undefined) return '';
  const time = localTime(at, zone);
  return `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}T${two(time.hour)}:${two(time.minute)}`;
}

/** What such a field says; undefined if nothing. */
export function fieldMoment(text: string, zone: string): number | undefined {
  const match = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  return momentOf(zone, year, month, day, hour, minute);
}
