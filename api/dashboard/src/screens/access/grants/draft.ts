/* A grant being edited, and the changes to send. Pure. */
import type { Grant, GrantNew, GrantPatch, WeeklyWindow } from '../../../data/types';
import { sameWindows } from '../week/week';

export interface Draft {
  name: string;
  everyone: boolean;
  people: readonly string[];
  groups: readonly string[];
  everything: boolean;
  gpus: readonly string[];
  hosts: readonly string[];
  models: readonly string[];
  from: string | undefined;
  until: string | undefined;
  zone: string;
  /** At any time; else in the windows. */
  always: boolean;
  windows: readonly WeeklyWindow[];
  /** Bookings under it need approval: above this many GPUs or minutes, or all; null: none does. The
      approvers besides admins; null: the managers of the recipient groups. */
  approval: { gpus: number | null; min: number | null; approvers: readonly string[] | null } | null;
}

/** The part that is edited; one at a time. */
export type Part = 'name' | 'who' | 'what' | 'when' | 'zone' | 'term' | 'approval';
export type Fault = 'name' | 'who' | 'what' | 'windows' | 'reversed' | 'zone';

export function draftOf(grant: Grant, zone: string): Draft {
  const { to, what } = grant;
  return {
    name: grant.name,
    everyone: to.everyone ?? false,
    people: to.people ?? [],
    groups: to.groups ?? [],
    everything: what.everything ?? false,
    gpus: what.gpus ?? [],
    hosts: what.hosts ?? [],
    models: what.models ?? [],
    from: grant.from,
    until: grant.until,
    zone: grant.zone ?? zone,
    always: grant.windows.length === 0,
    windows: grant.windows,
    approval: grant.approval
      ? {
          gpus: grant.approval.above_gpus ?? null,
          min: grant.approval.above_min ?? null,
          approvers: grant.approval.approvers ?? null,
        }
      : null,
  };
}

export const freshDraft = (
  name: string,
  to: Partial<Pick<Draft, 'people' | 'groups' | 'everyone'>>,
  zone: string,
): Draft => ({
  name,
  everyone: false,
  people: [],
  groups: [],
  ...to,
  everything: true,
  gpus: [],
  hosts: [],
  models: [],
  from: undefined,
  until: undefined,
  zone,
  always: true,
  windows: [],
  approval: null,
});

/** Why it cannot be saved. */
export function faultOf(draft: Draft, isZone: (name: string) => boolean): Fault | undefined {
  if (draft.name.trim() === '') return 'name';
  if (!draft.everyone && draft.people.length + draft.groups.length === 0) return 'who';
  if (!draft.everything && draft.gpus.length + draft.hosts.length + draft.models.length === 0)
    return 'what';
  if (!draft.always && draft.windows.length === 0) return 'windows';
  if (!draft.always && !isZone(draft.zone)) return 'zone';
  return draft.from !== undefined &&
    draft.until !== undefined &&
    Date.parse(draft.until) <= Date.parse(draft.from)
    ? 'reversed'
    : undefined;
}

const toOf = ({ everyone, people, groups }: Draft): GrantNew['to'] =>
  everyone ? { everyone } : { everyone, people: [...people], groups: [...groups] };
const whatOf = ({ everything, gpus, hosts, models }: Draft): GrantNew['what'] =>
  everything
    ? { everything }
    : { everything, gpus: [...gpus], hosts: [...hosts], models: [...models] };
const windowsIn = ({ always, windows }: Draft): WeeklyWindow[] =>
  always ? [] : windows.map((one) => ({ ...one }));
const approvalOf = ({ approval }: Draft) =>
  approval && {
    ...(approval.gpus === null ? {} : { above_gpus: approval.gpus }),
    ...(approval.min === null ? {} : { above_min: approval.min }),
    ...(approval.approvers === null ? {} : { approvers: [...approval.approvers].sort() }),
  };
const same = (a: readonly string[], b: readonly string[]): boolean =>
  [...a].sort().join('\n') === [...b].sort().join('\n');

export const differs = {
  to: (a: Draft, b: Draft) =>
    a.everyone !== b.everyone ||
    (!b.everyone && !(same(a.people, b.people) && same(a.groups, b.groups))),
  what: (a: Draft, b: Draft) =>
    a.everything !== b.everything ||
    (!b.everything &&
      !(same(a.gpus, b.gpus) && same(a.hosts, b.hosts) && same(a.models, b.models))),
  windows: (a: Draft, b: Draft) =>
    a.always !== b.always || (!b.always && !sameWindows(a.windows, b.windows)),
  approval: (a: Draft, b: Draft) => JSON.stringify(approvalOf(a)) !== JSON.stringify(approvalOf(b)),
  // Without windows the zone is irrelevant.
  zone: (a: Draft, b: Draft) => !b.always && (a.zone !== b.zone || a.always),
};

/** The differences, as sent; undefined: none. */
export function patchOf(saved: Draft, draft: Draft): GrantPatch | undefined {
  const patch: GrantPatch = {};
  if (draft.name.trim() !== saved.name) patch.name = draft.name.trim();
  if (differs.to(saved, draft)) patch.to = toOf(draft);
  if (differs.what(saved, draft)) patch.what = whatOf(draft);
  if (draft.from !== saved.from) patch.from = draft.from ?? null;
  if (draft.until !== saved.until) patch.until = draft.until ?? null;
  if (differs.zone(saved, draft)) patch.zone = draft.zone;
  if (differs.windows(saved, draft)) patch.windows = windowsIn(draft);
  if (differs.approval(saved, draft)) patch.approval = approvalOf(draft);
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** The whole grant, to create it or to restore one. */
export function newOf(draft: Draft, id: string): GrantNew {
  return {
    id,
    name: draft.name.trim(),
    to: toOf(draft),
    what: whatOf(draft),
    ...(draft.from === undefined ? {} : { from: draft.from }),
    ...(draft.until === undefined ? {} : { until: draft.until }),
    ...(draft.always ? {} : { zone: draft.zone, windows: windowsIn(draft) }),
    ...(draft.approval ? { approval: approvalOf(draft) ?? {} } : {}),
  };
}
