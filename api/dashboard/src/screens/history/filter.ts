/* The history's filter, as in the address and as in the server's query. Pure. */
import { clockText, isoDay, localTime, momentOf } from '../../lib/zone';

/** The kinds to choose from, each as several prefixes of types. */
export const kinds = {
  bookings: ['reservation'],
  violations: ['violation'],
  people: ['person', 'token', 'feed', 'setup'],
  access: ['grant', 'group'],
  boards: ['board'],
  rules: ['rules', 'budget'],
  hosts: ['host', 'gpu'],
  processes: ['process'],
  sessions: ['session'],
  refused: ['command.refused'],
} as const;
export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as Kind[];

/** The default: what people did and whom it concerns; not each process, sign-in and reconnected
    host. */
const usual: readonly string[] = [
  ...kinds.bookings,
  ...kinds.violations,
  ...kinds.people,
  ...kinds.access,
  ...kinds.boards,
  ...kinds.rules,
  'host.enrolled',
  'host.changed',
  'host.removed',
];
export const isUsual = (type: string): boolean =>
  usual.some((beginning) => type.startsWith(`${beginning}.`));
export const usualQuery = (type: string): EventsQuery =>
  isUsual(type) ? { type: [...usual] } : {};

/** An audit also includes sign-ins, refusals and failed commands. */
const audited: readonly string[] = [...usual, ...kinds.sessions, 'command'];

export interface Filter {
  /** In audit form: a table with origin and outcome. */
  audit: boolean;
  kinds: readonly Kind[];
  /** Every event. */
  all: boolean;
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

/** `admin`: the reader's role; the audit is for admins only. */
export function readFilter(query: URLSearchParams, admin = false): Filter {
  const wanted = (query.get('kind') ?? '').split(',');
  const filter: Filter = {
    audit: admin && query.get('show') === 'audit',
    all: wanted.includes('all'),
    kinds: kindNames.filter((kind) => wanted.includes(kind)),
    person: '',
    host: '',
    gpu: '',
    reservation: '',
    violation: '',
    board: '',
    from: moment(query.get('from')),
    until: moment(query.get('until')),
  };
  for (const name of subjects) filter[name] = query.get(name) ?? '';
  return filter;
}

/** The position in a link to one event. */
export function readEvent(query: URLSearchParams): number | undefined {
  const position = Number(query.get('event') ?? '');
  return Number.isSafeInteger(position) && position > 0 ? position : undefined;
}

export const isFiltering = (filter: Filter): boolean =>
  filter.kinds.length > 0 ||
  filter.all ||
  filter.from !== undefined ||
  filter.until !== undefined ||
  subjects.some((name) => filter[name] !== '');

export const noFilter: Record<string, null> = Object.fromEntries(
  [...subjects, 'kind', 'from', 'until', 'event'].map((name) => [name, null]),
);

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
  const one = filter.reservation !== '' || filter.violation !== '' || filter.board !== '';
  if (filter.kinds.length > 0) query.type = filter.kinds.flatMap((kind) => kinds[kind]);
  else if (!filter.all && !one)
    query.type = [
      ...(filter.audit ? audited : usual),
      ...(filter.host === '' && filter.gpu === '' ? [] : kinds.hosts),
    ];
  for (const name of subjects) if (filter[name] !== '') query[name] = filter[name];
  if (filter.from !== undefined) query.from = new Date(filter.from).toISOString();
  if (filter.until !== undefined) query.until = new Date(filter.until).toISOString();
  return query;
}

export const toggled = (chosen: readonly Kind[], kind: Kind): Kind[] =>
  kindNames.filter((one) => (one === kind ? !chosen.includes(one) : chosen.includes(one)));

/** For a field of date and time, in the person's zone, with 24 hours in any browser language. */
export function fieldText(at: number | undefined, zone: string): string {
  if (at === undefined) return '';
  const time = localTime(at, zone);
  return `${isoDay(at, zone)} ${clockText(time.hour, time.minute)}`;
}

/** The moment in such a field ("2026-11-24 9:30", "2026-11-24"); undefined if invalid. */
export function fieldMoment(text: string, zone: string): number | undefined {
  const match = /^(\d{4,6})-(\d\d?)-(\d\d?)(?:[ T]+([01]?\d|2[0-3])(?::([0-5]\d))?)?$/.exec(
    text.trim(),
  );
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  return momentOf(zone, year, month, day, hour, minute);
}
