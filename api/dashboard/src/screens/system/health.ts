/* Problems, derived from the server's own report. None found: all is well. Pure. */
import { isScarce } from '../../data/fleet/server.svelte';
import {
  clashesShownAt,
  isClockOff,
  isReached,
  troubleOf,
  type Trouble,
} from '../../data/fleet/hosts';
import type { Host, System } from '../../data/types';

export type Finding =
  | { kind: 'log'; problem: string }
  | { kind: 'tampered'; problem: string }
  | { kind: 'tables'; problem: string }
  | { kind: 'role'; role: 'starting' | 'claiming' | 'stopped' }
  | { kind: 'lag'; count: number }
  | { kind: 'missing' | 'rebuild-stuck'; name: string; problem: string }
  | { kind: 'ignored'; count: number }
  | { kind: 'clock'; count: number }
  | { kind: 'ahead'; lengthMs: number }
  | { kind: 'disk'; freeMib: number }
  | { kind: 'mail'; since: string; why: string; waiting: number }
  | { kind: 'effects'; name: string; since: string; why: string; waiting: number }
  | { kind: 'late'; name: string; since: string; waiting: number }
  | { kind: 'not-ready' }
  | { kind: 'clash'; gpu: string; name: string; claimant: string }
  | { kind: 'host'; name: string; trouble: Trouble; reason: string };

/** Tables lag a little while the log is written: only more than this is reported, facts. */
export const muchLag = 100;

/** As in the server: two nodes' clocks never differ by more, ms. */
const mostAheadMs = 10_000;

/** A letter above a person's hourly limit waits for an hour; a longer wait has another cause,
    ms. */
const longWaitMs = 2 * 3_600_000;

/* Mail, webhooks, chats and programs: shown to admins alone. */
function effectFindings({ effects = [], mail, time }: System): Finding[] {
  const found: Finding[] = [];
  const noMail = mail?.failing_since;
  if (noMail !== undefined) {
    const waiting = effects.reduce((sum, one) => sum + (one.by === 'mail' ? one.waiting : 0), 0);
    found.push({ kind: 'mail', since: noMail, why: mail?.last_failure ?? '', waiting });
  }
  for (const {
    reactor: name,
    by,
    waiting,
    failing_since: since,
    oldest_waiting_at: oldest,
    last_failure: why = '',
  } of effects) {
    if (by === 'host') continue; // its failures concern one host, and are shown there
    if (by === 'mail' && noMail !== undefined) continue; // that explains it
    if (since !== undefined) found.push({ kind: 'effects', name, since, why, waiting });
    else if (oldest !== undefined && Date.parse(time) - Date.parse(oldest) > longWaitMs)
      found.push({ kind: 'late', name, since: oldest, waiting });
  }
  return found;
}

export function findings(system: System, hosts: readonly Host[]): Finding[] {
  const found: Finding[] = [];
  const { log } = system;
  if (log.problem !== undefined) found.push({ kind: 'log', problem: log.problem });
  if (log.seals_problem !== undefined) found.push({ kind: 'tampered', problem: log.seals_problem });
  const waits = log.problem === undefined; // otherwise the problem explains it
  if (log.role === 'stopped' || (waits && (log.role === 'starting' || log.role === 'claiming')))
    found.push({ kind: 'role', role: log.role });
  if (system.projections_problem !== undefined)
    found.push({ kind: 'tables', problem: system.projections_problem });
  const lag = Math.max(
    0,
    ...system.projections.map((one) => (one.state === 'behind' ? 0 : one.lag)),
  );
  if (lag > muchLag) found.push({ kind: 'lag', count: lag });
  for (const { name, state, problem = '' } of system.projections) {
    if (state === 'behind') found.push({ kind: 'missing', name, problem });
    else if (problem !== '') found.push({ kind: 'rebuild-stuck', name, problem });
  }
  if (log.ignored_records > 0) found.push({ kind: 'ignored', count: log.ignored_records });
  const off = system.probes.filter((probe) => isClockOff(probe.clock_offset_s)).length;
  if (off > 0) found.push({ kind: 'clock', count: off });
  const ahead = Date.parse(log.newest_at ?? '') - Date.parse(system.time);
  if (ahead > mostAheadMs) found.push({ kind: 'ahead', lengthMs: ahead });
  const { disk } = system;
  if (disk && isScarce(disk)) found.push({ kind: 'disk', freeMib: disk.free_bytes / 2 ** 20 });
  if (!system.ready && found.length === 0) found.push({ kind: 'not-ready' });
  found.push(...effectFindings(system));
  for (const host of hosts) {
    const trouble = troubleOf(host);
    if (trouble !== undefined)
      found.push({ kind: 'host', name: host.name, trouble, reason: host.reason ?? '' });
    for (const clash of clashesShownAt(host, hosts))
      found.push({
        kind: 'clash',
        gpu: clash.gpu_name,
        name: clash.host_name,
        claimant: clash.claimant_name,
      });
  }
  return found;
}

export interface HostLine {
  host: Host;
  /** Its probe's counts since the server started; undefined without a probe. */
  probe?: System['probes'][number];
  lastAt?: number;
}

export function hostLines(system: System, hosts: readonly Host[]): HostLine[] {
  const probes = new Map(system.probes.map((probe) => [probe.host_name, probe]));
  return hosts.map((host) => {
    const probe = probes.get(host.name);
    const lastAt = Date.parse(probe?.last_frame_at ?? '');
    return { host, ...(probe ? { probe } : {}), ...(Number.isFinite(lastAt) ? { lastAt } : {}) };
  });
}

/** A reached host reports each second; a longer silence is shown. */
export const oldAfterMs = 10_000;

export function isOld(line: HostLine, now: number): boolean {
  return isReached(line.host) && line.lastAt !== undefined && now - line.lastAt > oldAfterMs;
}
