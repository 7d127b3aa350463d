/* Sorting and filter, as in the address. Invalid parts are left out. Pure. */
import { kinds, type Kind } from '../../parts/fleet_now/facts';

export const sorts = ['waste', 'use', 'name'] as const;
export type Sort = (typeof sorts)[number];
export type StateChoice = Kind | 'mine';
export const stateChoices: readonly StateChoice[] = ['mine', ...kinds];

export interface FleetFilter {
  sort: Sort;
  /** Words that the host's name must contain. */
  host: string;
  /** Models by their display names; empty: all. */
  models: readonly string[];
  states: readonly StateChoice[];
}

const list = (text: string | null) =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function readFilter(query: URLSearchParams): FleetFilter {
  const sort = sorts.find((one) => one === query.get('sort')) ?? 'waste';
  const states = list(query.get('state')).filter((part): part is StateChoice =>
    stateChoices.some((choice) => choice === part),
  );
  return { sort, host: (query.get('host') ?? '').trim(), models: list(query.get('model')), states };
}

/** For `setQuery`: defaults are left out of the address. */
export function writeFilter(filter: FleetFilter): Record<string, string | null> {
  return {
    sort: filter.sort === 'waste' ? null : filter.sort,
    host: filter.host === '' ? null : filter.host,
    model: filter.models.length === 0 ? null : filter.models.join(','),
    state: filter.states.length === 0 ? null : filter.states.join(','),
  };
}

export const isFiltering = (filter: FleetFilter): boolean =>
  filter.host !== '' || filter.models.length > 0 || filter.states.length > 0;

export function toggled<T>(chosen: readonly T[], one: T): T[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
}
