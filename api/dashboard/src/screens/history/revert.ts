/* Which events can be reverted, and by whom; others are a record only. Whether an event still can
   be reverted is checked on request. Pure. */
import { kindOf, membersOf } from '../../language/fact';
import type { Fact } from '../../data/types';

export type RevertKind =
  | 'booked'
  | 'changed'
  | 'cancelled'
  | 'released'
  | 'excused'
  | 'rules'
  | 'host'
  | 'boardMade'
  | 'boardChanged'
  | 'boardRemoved'
  | 'grantGiven'
  | 'grantChanged'
  | 'grantWithdrawn';

const kinds: Readonly<Record<string, RevertKind>> = {
  'reservation.booked': 'booked',
  'reservation.reinstated': 'booked',
  'reservation.changed': 'changed',
  'reservation.cancelled': 'cancelled',
  'reservation.released': 'released',
  'violation.excused': 'excused',
  'rules.set': 'rules',
  'host.changed': 'host',
  'board.made': 'boardMade',
  'board.changed': 'boardChanged',
  'board.removed': 'boardRemoved',
  'grant.given': 'grantGiven',
  'grant.changed': 'grantChanged',
  'grant.withdrawn': 'grantWithdrawn',
};

type Members = Record<string, unknown>;

const whenOf = (data: Members): Members =>
  membersOf(membersOf(data['booking'])['when'] ?? data['when']);

/** The owner of the event's subject. */
export function ownerOf(fact: Fact): string | undefined {
  const data = membersOf(fact.data);
  const owner = [data['booking'], data['board'], data['violation'], data]
    .map((part) => membersOf(part)['owner_id'])
    .find((id) => typeof id === 'string');
  return typeof owner === 'string' ? owner : undefined;
}

/** Whether it is one's own, so that reverting affects no other person. */
export const isOwn = (fact: Fact, me: string | undefined): boolean =>
  me !== undefined && !/^(rules|host|violation)\./.test(fact.type) && ownerOf(fact) === me;

export interface Reverter {
  id: string | undefined;
  admin: boolean;
  /** May change things at all. */
  book: boolean;
}

export function revertKind(fact: Fact, by: Reverter, now: number): RevertKind | undefined {
  const kind = kinds[kindOf(fact)];
  if (kind === undefined || !by.book) return undefined;
  const data = membersOf(fact.data);
  if (kind === 'rules' || kind === 'host')
    return by.admin && data['before'] !== undefined ? kind : undefined;
  if (!by.admin && (by.id === undefined || ownerOf(fact) !== by.id)) return undefined;
  const until = Date.parse(String(whenOf(data)['until'] ?? ''));
  return until <= now ? undefined : kind; // without a time: NaN is not over
}
