/* Reverting an event: checks the current state, and returns a plan or the reason why not. The
   events stay: reverting is a new command, with its own undo. */
import { bookingOf, stateAt, type Booking } from '../../data/bookings/booking';
import { changeBoard, makeBoard, removeBoard } from '../../data/boards/board_commands';
import { isSame, wholeOf } from '../../data/boards/board_whole';
import { api, ask, askAll, command, seen } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import {
  book,
  cancel,
  change,
  reinstate,
  withdrawExcuse,
  type BookingChange,
} from '../../data/commands';
import { boards } from '../../data/live/boards.svelte';
import { siteRules } from '../../data/live/rules.svelte';
import { violations } from '../../data/live/violations.svelte';
import type { Problem, Result } from '../../data/problem';
import { changeRules, isSameRule } from '../../data/rules/rule_commands';
import { session } from '../../data/session.svelte';
import type { Fact, Host, RulesPatch } from '../../data/types';
import { undoStack } from '../../data/undo.svelte';
import { intruderOf } from '../../data/rules/violation_groups';
import { membersOf, storedBefore, storedOf, type Stored } from '../../language/fact';
import '../../language/en/reports/facts';
import '../../language/en/reports/revert';
import { momentInZone, rangeText } from '../../language/moment';
import { t, type Key } from '../../language/t.svelte';
import { withWarnings } from '../../language/warnings';
import { preferences } from '../../page/preferences.svelte';
import { names } from '../../parts/texts/names';
import { boardAround } from './board_around';
import type { RevertKind } from './revert';
import { ofGrant } from './revert_grants';

export interface Plan {
  /** The result, a line each; an empty line is left out. */
  lines: string[];
  /** Later changes would be lost: its owner has to confirm too. */
  loses?: boolean;
  run: () => Promise<Result<unknown>>;
}
/** `why`: it cannot be done. */
export type Planned = { plan: Plan } | { why: string } | { problem: Problem };

const no = (key: Key): Planned => ({ why: t(key) });
const sinceLine = (loses: boolean): string => (loses ? t('revert.changedSince') : '');
const lineOf = (booking: Pick<Booking, 'gpus' | 'from' | 'until' | 'title'>): string =>
  [
    booking.title || t('common.untitled'),
    names.gpus(booking.gpus),
    rangeText(booking.from, booking.until, preferences.reader),
  ].join(', ');

async function ofBooking(
  kind: 'booked' | 'changed' | 'cancelled' | 'released',
  fact: Fact,
  before: Stored | undefined,
  done: string,
): Promise<Planned> {
  const got = await ask(
    api.GET('/api/v1/reservations/{id}', { params: { path: { id: fact.reservation_id ?? '' } } }),
  );
  if (!got.ok) return got;
  const booking = bookingOf(got.value);
  const state = stateAt(booking, clock.ms());
  if (state === 'suspended') return no('revert.suspended');
  if (kind === 'booked') {
    if (state !== 'upcoming' && state !== 'running')
      return no(state === 'cancelled' ? 'revert.isSo' : 'revert.over');
    return {
      plan: {
        lines: [lineOf(booking), t(state === 'running' ? 'revert.releases' : 'revert.cancels')],
        run: () => cancel(booking, done),
      },
    };
  }
  if (kind === 'cancelled')
    return state === 'cancelled'
      ? { plan: { lines: [lineOf(booking)], run: () => reinstate(booking.id, done) } }
      : no('revert.isSo');
  if (kind === 'released') return again(fact, booking, done);
  if (state !== 'upcoming' && state !== 'running')
    return no(state === 'cancelled' ? 'revert.cancelled' : 'revert.over');
  return back(fact, booking, before, done);
}

/** The rest of a released booking, as a new booking. */
function again(fact: Fact, booking: Booking, done: string): Planned {
  const until = Date.parse(String(membersOf(membersOf(fact.data)['when'])['until']));
  const from = clock.ms();
  const me = session.me;
  if (!(until > from) || me === null) return no('revert.over');
  const wanted = {
    gpus: booking.gpus,
    from,
    until,
    title: booking.title,
    ...(booking.owner === me.id ? {} : { owner: { id: booking.owner, name: booking.ownerName } }),
  };
  return {
    plan: {
      lines: [lineOf(wanted), t('revert.rebooks')],
      run: () => book(wanted, me, (made) => withWarnings(done, made)),
    },
  };
}

/** Restores the members that a change changed; later changes of others stay. */
function back(fact: Fact, booking: Booking, before: Stored | undefined, done: string): Planned {
  const was = { ...before, ...storedBefore(fact) };
  const then = storedOf(fact);
  const wanted: BookingChange = {};
  if (was.gpus && [...was.gpus].sort().join() !== [...(then?.gpus ?? [])].sort().join())
    wanted.gpus = was.gpus;
  if (was.from !== undefined && was.from !== then?.from) wanted.from = was.from;
  if (was.until !== undefined && was.until !== then?.until) wanted.until = was.until;
  if (was.title !== undefined && was.title !== then?.title) wanted.title = was.title;
  if (wanted.gpus && membersOf(membersOf(fact.data)['booking'])['moves'] !== undefined)
    return no('revert.swapped');
  const isSo =
    (!wanted.gpus || wanted.gpus.join() === booking.gpus.join()) &&
    (wanted.from ?? booking.from) === booking.from &&
    (wanted.until ?? booking.until) === booking.until &&
    (wanted.title ?? booking.title) === booking.title;
  if (isSo) return no(Object.keys(wanted).length > 0 ? 'revert.isSo' : 'revert.unknown');
  const loses =
    then !== undefined &&
    (Object.keys(wanted) as (keyof Stored)[]).some(
      (name) => String(then[name]) !== String(booking[name]),
    );
  return {
    plan: {
      lines: [t('revert.then', { what: lineOf({ ...booking, ...wanted }) }), sinceLine(loses)],
      loses,
      run: () => change(booking, wanted, done),
    },
  };
}

function ofExcuse(fact: Fact, done: string): Planned {
  const violation = violations.byId.get(fact.violation_id ?? '');
  if (violation?.state !== 'open') return no('revert.over');
  if (!violation.excused) return no('revert.isSo');
  return {
    plan: {
      lines: [t('revert.unexcuses', { who: intruderOf(violation), gpu: violation.gpu_name })],
      run: () => withdrawExcuse(violation, done),
    },
  };
}

function ofRules(fact: Fact, detail: string, done: string): Planned {
  const now = siteRules.now;
  const [after, before] = [
    membersOf(membersOf(fact.data)['rules']),
    membersOf(membersOf(fact.data)['before']),
  ];
  if (now === null) return no('app.loading');
  // A rule that was not set before returns to the default: null.
  const was = (name: string) => before[name] ?? null;
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      !isSameRule(was(name), after[name] ?? null) &&
      !isSameRule(was(name), now[name as keyof RulesPatch] ?? null),
  );
  if (changed.length === 0) return no('revert.isSo');
  const wanted: RulesPatch = Object.fromEntries(changed.map((name) => [name, was(name)]));
  const loses = changed.some(
    (name) => Object.hasOwn(after, name) && !isSameRule(after[name], now[name as keyof RulesPatch]),
  );
  return {
    plan: {
      lines: [detail, t('revert.rules'), sinceLine(loses)],
      loses,
      run: () => changeRules(now, wanted, done),
    },
  };
}

async function ofHost(fact: Fact, detail: string, done: string): Promise<Planned> {
  const id = fact.host_id ?? '';
  const got = await ask(api.GET('/api/v1/hosts/{id}', { params: { path: { id } } }));
  if (!got.ok) return got;
  const after = membersOf(fact.data);
  const before = membersOf(after['before']);
  // Without jumps it was reached directly, so none are restored.
  const way = { ...before, jumps: before['jumps'] ?? [] };
  const isNow = (name: string, value: unknown): boolean =>
    JSON.stringify(got.value[name as keyof Host] ?? []) === JSON.stringify(value);
  const body = Object.fromEntries(
    Object.entries(way).filter(([name, value]) => !isNow(name, value)),
  );
  if (Object.keys(body).length === 0) return no('revert.isSo');
  const run = async () => {
    const result = await command((key) =>
      api.PATCH('/api/v1/hosts/{id}', {
        params: { path: { id }, header: { 'If-Match': got.etag ?? '', 'Idempotency-Key': key } },
        body,
      }),
    );
    if (result.ok) undoStack.done(done);
    return result;
  };
  const loses = Object.keys(body).some((name) => !isNow(name, after[name] ?? []));
  return { plan: { lines: [detail, sinceLine(loses)], loses, run } };
}

/** The number of later changes that are lost, their authors and the first time; they are newest
    first. */
function laterLine(later: readonly Fact[]): string {
  const first = later.at(-1);
  if (!first) return '';
  const whose = new Set(
    later.map(({ actor_id: id, actor_name: name }) =>
      id === session.me?.id ? t('common.you') : (name ?? t('history.byDibs')),
    ),
  );
  const time = momentInZone(Date.parse(first.time), clock.ms(), preferences.reader);
  return t('revert.later', {
    count: later.length,
    who: new Intl.ListFormat(preferences.language).format(whose),
    time,
  });
}

// Reads the board first, then its facts up to its version: the version reveals a change in between.
async function ofBoard(
  kind: 'boardMade' | 'boardChanged' | 'boardRemoved',
  fact: Fact,
  mine: boolean,
  done: string,
): Promise<Planned> {
  const id = fact.board_id ?? '';
  const now = kind === 'boardRemoved' ? undefined : await boards.read(id);
  if (now && !now.ok) return now.problem.status === 404 ? no('revert.gone') : now;
  const facts = await askAll((cursor) =>
    api.GET('/api/v1/events', {
      params: {
        query: {
          board: id,
          type: ['board.made', 'board.changed'],
          limit: 1000,
          at_least: seen.position,
          ...(cursor === undefined ? {} : { cursor }),
        },
      },
    }),
  );
  if (!facts.ok) return facts;
  const { before, later } = boardAround(facts.value, fact.position);
  if (now && kind === 'boardMade')
    return {
      plan: {
        lines: [now.value.title, laterLine(later)],
        loses: later.length > 0,
        run: () => removeBoard(now.value, done),
      },
    };
  if (!before) return no('revert.unknown');
  if (!now)
    return {
      plan: {
        lines: [before.title, mine ? '' : t('revert.yours')],
        run: () => makeBoard(before, done),
      },
    };
  if (isSame(wholeOf(now.value), before)) return no('revert.isSo');
  return {
    plan: {
      lines: [before.title, laterLine(later)],
      loses: later.length > 0,
      run: () => changeBoard(now.value, before, done),
    },
  };
}

/** `mine`: the subject is one's own; `before`: the earlier booking, if the list has it; `what`,
    `detail`: the event in words. */
export async function planRevert(
  kind: RevertKind,
  fact: Fact,
  mine: boolean,
  before: Stored | undefined,
  what: string,
  detail: string,
): Promise<Planned> {
  const done = t('revert.done', { what });
  if (kind === 'excused') return ofExcuse(fact, done);
  if (kind === 'rules') return ofRules(fact, detail, done);
  if (kind === 'host') return ofHost(fact, detail, done);
  if (kind === 'grantGiven' || kind === 'grantChanged' || kind === 'grantWithdrawn')
    return ofGrant(kind, fact, done);
  if (kind === 'boardMade' || kind === 'boardChanged' || kind === 'boardRemoved')
    return ofBoard(kind, fact, mine, done);
  return ofBooking(kind, fact, before, done);
}
