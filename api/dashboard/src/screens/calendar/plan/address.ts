/* The calendar's address, so that a view can be sent and Back returns to it. It has the position
   (unless it is now), the zoom, the filter, the colours, the table, the chosen booking. */
import type { Interval } from './model';
import { noFilter, type Filter } from './filter';
import { defaultSpan, zoomNames, zooms } from './geometry';
import { minuteMs } from '../../../lib/zone';

export interface Address {
  /** The time a tenth of the width behind the left edge; null: now. */
  at: number | null;
  span: number;
  filter: Filter;
  colour: 'whose' | 'person';
  table: boolean;
  reservation: string | null;
}

const iso = (at: number): string =>
  `${new Date(Math.round(at / minuteMs) * minuteMs).toISOString().slice(0, 16)}Z`;

export function queryOf({ at, span, filter, colour, table, reservation }: Address): string {
  const query = new URLSearchParams();
  if (at !== null) query.set('at', iso(at));
  if (span !== defaultSpan)
    query.set('zoom', zoomNames[zooms.findIndex((one) => one === span)] ?? '2d');
  if (filter.text.trim() !== '') query.set('q', filter.text.trim());
  for (const model of filter.models) query.append('model', model);
  if (filter.free) query.set('free', `${iso(filter.free.from)}/${iso(filter.free.until)}`);
  if (colour !== 'whose') query.set('colour', colour);
  if (table) query.set('view', 'table');
  if (reservation !== null) query.set('reservation', reservation);
  return query.toString();
}

/** Invalid members count as absent. `host` comes from the page of a host. */
export function addressOf(query: URLSearchParams): Address {
  const at = Date.parse(query.get('at') ?? '');
  return {
    at: Number.isFinite(at) ? at : null,
    span: zooms[zoomNames.findIndex((name) => name === query.get('zoom'))] ?? defaultSpan,
    filter: {
      ...noFilter,
      text: query.get('q') ?? query.get('host') ?? '',
      models: query.getAll('model'),
      free: intervalOf(query.get('free')),
    },
    colour: query.get('colour') === 'person' ? 'person' : 'whose',
    table: query.get('view') === 'table',
    reservation: query.get('reservation'),
  };
}

function intervalOf(text: string | null): Interval | null {
  const [from = NaN, until = NaN] = (text ?? '').split('/').map((part) => Date.parse(part));
  return from < until ? { from, until } : null;
}
