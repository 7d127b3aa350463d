/* The viewer's tasks, most urgent first: what happens to their bookings, what they do to others,
   and for admins what is wrong with the fleet. Pure. */
import { stateAt, type Booking } from '../../data/bookings/booking';
import { clashesShownAt, troubleOf, type Trouble } from '../../data/fleet/hosts';
import type { Clash, Host, OwnInvitation } from '../../data/types';
import type { ViolationGroup } from '../../data/rules/violation_groups';
import { minuteMs } from '../../lib/zone';
import type { Idle } from '../../parts/fleet_now/waste';

export type Need =
  | { kind: 'violation'; group: ViolationGroup } // in the viewer's booking, or by the viewer
  | { kind: 'trouble'; host: Host; trouble: Trouble; booking: Booking }
  | { kind: 'ill'; booking: Booking; gpus: string[] } // the viewer's, with unusable GPUs
  | { kind: 'suspended'; booking: Booking } // the viewer's, which lost its grant
  | { kind: 'invited'; invitation: OwnInvitation } // to a group
  | { kind: 'approve'; booking: Booking } // another person's, which the viewer may approve
  | { kind: 'pending' | 'declined' | 'lapsed'; booking: Booking } // the viewer's
  | { kind: 'idle'; booking: Booking; gpus: string[]; forMs: number }
  | { kind: 'soon'; booking: Booking }
  | { kind: 'others'; groups: readonly ViolationGroup[] } // open violations between others
  | { kind: 'host'; host: Host; trouble: Trouble }
  | { kind: 'hidden'; host: Host }
  | { kind: 'clash'; clash: Clash }
  | { kind: 'tampered' }
  | { kind: 'disk'; freeMib: number };

export interface Given {
  me: string;
  isAdmin: boolean;
  /** The viewer's: running and upcoming. */
  bookings: readonly Booking[];
  /** The viewer's, suspended and not over. */
  suspended: readonly Booking[];
  /** The viewer's, pending or not approved. */
  asked: readonly Booking[];
  invitations: readonly OwnInvitation[];
  /** Others', for the viewer to approve. */
  toApprove: readonly Booking[];
  /** Open ones, grouped. */
  violations: readonly ViolationGroup[];
  hosts: readonly Host[];
  hostOf: (gpu: string) => Host | undefined;
  /** Unusable, whatever its host does. */
  isIll: (gpu: string) => boolean;
  /** How long it has been idle in that booking; undefined: unknown. */
  idleOf: (gpu: string, booking: string) => Idle | undefined;
  /** The server's log does not match its seals. */
  tampered: boolean;
  /** Free MiB on the server's disk, if that is low. */
  scarceMib: number | undefined;
  now: number;
}

/** The shortest idle time that is shown. */
export const idleMs = 10 * minuteMs;
export const soonMs = 15 * minuteMs;

// If the host's driver does not work, the booking itself shows it, with the action.
function troublesOf({ bookings, hostOf, isIll }: Given): Need[] {
  const lines = new Map<string, Need>();
  for (const booking of bookings) {
    for (const gpu of booking.gpus) {
      const host = hostOf(gpu);
      const trouble = troubleOf(host);
      if (host && trouble && !lines.has(host.id) && !(trouble === 'driver' && isIll(gpu)))
        lines.set(host.id, { kind: 'trouble', host, trouble, booking });
    }
  }
  return [...lines.values()];
}

function illOnes({ bookings, isIll }: Given): Need[] {
  return bookings.flatMap((booking) => {
    const gpus = booking.gpus.filter(isIll);
    return gpus.length > 0 ? [{ kind: 'ill' as const, booking, gpus }] : [];
  });
}

// The activity of an unobserved host's GPUs is unknown. Idleness that the server noticed is in the
// booking; a kept booking needs no action.
function idleOnes({ bookings, hostOf, idleOf, now }: Given): Need[] {
  const running = bookings.filter(
    (booking) => stateAt(booking, now) === 'running' && (booking.keptUntil ?? 0) <= now,
  );
  return running.flatMap((booking) => {
    if (booking.idle && booking.gpus.some((gpu) => troubleOf(hostOf(gpu)))) return []; // whether it is still idle is unobserved
    if (booking.idle)
      return [
        {
          kind: 'idle' as const,
          booking,
          gpus: [...booking.gpus],
          forMs: now - Date.parse(booking.idle.since),
        },
      ];
    const idle = booking.gpus.flatMap((gpu) => {
      const forMs = troubleOf(hostOf(gpu)) ? 0 : (idleOf(gpu, booking.id)?.forMs ?? 0);
      return forMs >= idleMs ? [{ gpu, forMs }] : [];
    });
    return idle.length > 0
      ? [
          {
            kind: 'idle' as const,
            booking,
            gpus: idle.map((one) => one.gpu),
            forMs: Math.min(...idle.map((one) => one.forMs)),
          },
        ]
      : [];
  });
}

const concerns =
  (me: string) =>
  (group: ViolationGroup): boolean =>
    group.owner_id === me || group.person_id === me;

function ofFleet({ hosts, tampered, scarceMib }: Given, others: readonly ViolationGroup[]): Need[] {
  const needs: Need[] = others.length > 0 ? [{ kind: 'others', groups: others }] : [];
  if (tampered) needs.push({ kind: 'tampered' });
  if (scarceMib !== undefined) needs.push({ kind: 'disk', freeMib: scarceMib });
  for (const host of hosts) {
    const trouble = troubleOf(host);
    if (trouble) needs.push({ kind: 'host', host, trouble });
    if (host.hidden_owners) needs.push({ kind: 'hidden', host });
    for (const clash of clashesShownAt(host, hosts)) needs.push({ kind: 'clash', clash });
  }
  return needs;
}

export function needsOf(given: Given): Need[] {
  const { me, isAdmin, bookings, suspended, asked, invitations, toApprove, violations, now } =
    given;
  const waiting = violations.filter((group) => group.excused === undefined); // excused ones need no action
  const mine = waiting.filter(concerns(me)).map((group) => ({ kind: 'violation' as const, group }));
  const soon = bookings.filter((booking) => booking.from > now && booking.from - now <= soonMs);
  const troubles = troublesOf(given);
  const told = new Set(troubles.flatMap((need) => (need.kind === 'trouble' ? [need.host.id] : [])));
  const fleet = isAdmin
    ? ofFleet(
        given,
        waiting.filter((group) => !concerns(me)(group)),
      ).filter((need) => need.kind !== 'host' || !told.has(need.host.id))
    : [];
  const off = suspended.map((booking) => ({ kind: 'suspended' as const, booking }));
  const invited = invitations.map((invitation) => ({ kind: 'invited' as const, invitation }));
  const forMe = toApprove.map((booking) => ({ kind: 'approve' as const, booking }));
  const own = asked.map((booking) => ({
    kind: booking.state as 'pending' | 'declined' | 'lapsed',
    booking,
  }));
  return [
    ...mine,
    ...illOnes(given),
    ...off,
    ...forMe,
    ...invited,
    ...own,
    ...troubles,
    ...idleOnes(given),
    ...soon.map((booking) => ({ kind: 'soon' as const, booking })),
    ...fleet,
  ];
}

// Up to this many of one cause have their own rows, with buttons.
const fewRows = 2;

/** The cause, where several tasks may share it. */
function causeOf(need: Need): string | undefined {
  switch (need.kind) {
    case 'suspended':
    case 'pending':
    case 'declined':
    case 'lapsed':
      return need.kind;
    case 'approve':
      return `approve ${need.booking.owner}`;
    case 'host':
      return `host ${need.trouble}`;
    default:
      return undefined;
  }
}

export type NeedRow = readonly [Need, ...Need[]];

/** One row for each cause, in the place of its first task. */
export function rowsOfNeeds(needs: readonly Need[]): NeedRow[] {
  const byCause = new Map<unknown, [Need, ...Need[]]>();
  for (const need of needs) {
    const cause = causeOf(need) ?? need;
    const same = byCause.get(cause);
    if (same) same.push(need);
    else byCause.set(cause, [need]);
  }
  return [...byCause.values()].flatMap((same) =>
    same.length > fewRows ? [same] : same.map((need): NeedRow => [need]),
  );
}
