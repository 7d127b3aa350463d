/* Violations as people see them: everything that one account runs into one booking (unbooked: on
   one host) is one, however many processes it has. It is excused as one: the server uses the same
   group. Pure. */
import { compactGpus } from '../../lib/format';
import { isSeen } from '../fleet/gpu_visibility';
import type { Gpu, Violation, ViolationStep } from '../types';

/** The first violation with the GPUs and processes of all, from the first start to the last end. */
export interface ViolationGroup extends Violation {
  /** Constant while the group lasts, whichever processes end. */
  key: string;
  /** The ids of all, the oldest first. */
  ids: readonly string[];
}

type GpuName = (id: string) => string | undefined;

// The kind may change while it lasts.
const keyOf = (one: Violation): string =>
  `${one.reservation_id ?? one.host_id} ${one.unix_name} ${one.starter_unknown === true}`;

// A violation that begins before this much time has passed belongs to the same run, ms.
const apartMs = 60_000;
const isApart = (group: readonly Violation[], next: Violation): boolean =>
  group.every(
    (one) =>
      one.closed_at !== undefined &&
      Date.parse(next.opened_at) - Date.parse(one.closed_at) > apartMs,
  );

const latest = (times: readonly (string | undefined)[]): string | undefined =>
  times.includes(undefined) ? undefined : [...times].sort().at(-1);

// A step that was over by then has no information about the others.
const says = (step: ViolationStep | undefined): number =>
  step?.outcome === undefined ? 0 : step.outcome === 'not_needed' ? 1 : 2;

/** A step is taken for all of them at once, so it appears once, by time, with its known outcome. */
function stepsOf(group: readonly Violation[]): ViolationStep[] {
  const found = new Map<string, ViolationStep>();
  for (const step of group.flatMap((one) => one.steps)) {
    const key = `${step.at} ${step.after_s} ${step.action}`;
    const known = found.get(key);
    if (known === undefined || says(step) > says(known)) found.set(key, step);
  }
  return [...found.values()].sort((a, b) => a.at.localeCompare(b.at) || a.after_s - b.after_s);
}

// All are open, or all are closed.
function together(group: readonly Violation[], name: GpuName): ViolationGroup {
  const [first] = group as [Violation, ...Violation[]];
  const {
    closed_at: _closed,
    excused: _excused,
    unknown_since: _unknown,
    steps_since: _since,
    ...rest
  } = first;
  const gpus = [...new Set(group.flatMap((one) => one.gpus))];
  const named = gpus.flatMap((id) => name(id) ?? []);
  const names =
    named.length === gpus.length
      ? compactGpus(named)
      : [...new Set(group.map((one) => one.gpu_name))].join(' ');
  const closed = latest(group.map((one) => one.closed_at));
  const unknown = latest(group.map((one) => one.unknown_since));
  const counted = group.map((one) => one.steps_since);
  const since = counted.includes(undefined) ? undefined : [...counted].sort()[0];
  const excused = group.every((one) => one.excused) ? first.excused : undefined;
  return {
    ...rest,
    key: first.state === 'open' ? keyOf(first) : `${keyOf(first)} ${first.opened_at}`,
    ids: group.map((one) => one.id),
    gpus,
    gpu_name: group.length === 1 ? first.gpu_name : names,
    processes: group.flatMap((one) => one.processes),
    steps: stepsOf(group),
    ...(closed === undefined ? {} : { closed_at: closed }),
    ...(since === undefined ? {} : { steps_since: since }),
    ...(excused === undefined ? {} : { excused }),
    ...(unknown === undefined ? {} : { unknown_since: unknown }),
  };
}

/** The newest first. Open violations of a group are merged whenever they began; closed ones only if
    they ran at the same time. */
export function groupViolations(list: readonly Violation[], name: GpuName): ViolationGroup[] {
  const groups: Violation[][] = [];
  const last = new Map<string, Violation[]>();
  for (const one of [...list].sort(
    (a, b) => a.opened_at.localeCompare(b.opened_at) || (a.id < b.id ? -1 : 1),
  )) {
    const key = `${one.state} ${keyOf(one)}`;
    const group = last.get(key);
    if (group && (one.state === 'open' || !isApart(group, one))) group.push(one);
    else {
      const fresh = [one];
      groups.push(fresh);
      last.set(key, fresh);
    }
  }
  return groups
    .map((group) => together(group, name))
    .sort((a, b) => b.opened_at.localeCompare(a.opened_at) || (a.id < b.id ? 1 : -1));
}

/** Its interval; without an end, it runs. */
export const timeOf = (
  { opened_at: from, closed_at }: Pick<Violation, 'opened_at' | 'closed_at'>,
  until = closed_at,
): { from: number; until: number } => ({
  from: Date.parse(from),
  until: until === undefined ? Infinity : Date.parse(until),
});

/** Since when it is unobserved. When all its GPUs are unobserved, their host knows before the
    violation is read again. */
export function unseenSince(
  { unknown_since: since }: Pick<Violation, 'unknown_since'>,
  gpus: readonly Pick<Gpu, 'state' | 'state_since' | 'processes_known'>[],
): string | undefined {
  return gpus.some(isSeen)
    ? since
    : (gpus.find((gpu) => gpu.state !== 'unhealthy')?.state_since ?? since);
}

/** The person's name, or the account if no person here has it. */
export const intruderOf = (violation: Violation): string =>
  violation.person_name ?? violation.unix_name;
