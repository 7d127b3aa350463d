/* A grant as recorded, compared with others part by part. Pure. */
import type { GrantNew, GrantPatch, Reservation } from '../../data/types';

const parts = ['name', 'to', 'what', 'from', 'until', 'zone', 'windows', 'approval'] as const;
type Part = (typeof parts)[number];

const mostNames = 10;

const valueOf = (grant: object, part: Part): unknown =>
  (grant as Partial<Record<Part, unknown>>)[part] ?? (part === 'windows' ? [] : null);
const isSame = (a: object, b: object, part: Part): boolean =>
  JSON.stringify(valueOf(a, part)) === JSON.stringify(valueOf(b, part));
const take = (grant: object, some: readonly Part[]): object =>
  Object.fromEntries(some.map((part) => [part, valueOf(grant, part)]));

/** Whether both allow the same to the same people, whatever their ids. */
export const isSameGrant = (a: object, b: object): boolean =>
  parts.every((part) => isSame(a, b, part));

/** The patch that restores `before` where one change made `after`; later changes stay. undefined:
    already restored. */
export function patchBack(
  before: object,
  after: object,
  now: object,
): { patch: GrantPatch; loses: boolean } | undefined {
  const changed = parts.filter(
    (part) => !isSame(before, after, part) && !isSame(before, now, part),
  );
  if (changed.length === 0) return undefined;
  return {
    patch: take(before, changed) as GrantPatch,
    loses: changed.some((part) => !isSame(after, now, part)),
  };
}

/** The whole grant, to give it again. */
export const newGrantOf = (grant: object, id: string): GrantNew =>
  ({
    ...take(
      grant,
      parts.filter((part) => valueOf(grant, part) !== null),
    ),
    id,
  }) as GrantNew;

/** Their owners, each once; of many the first ones. */
export function ownersOf(list: readonly Pick<Reservation, 'owner_name'>[]): string[] {
  const names = [...new Set(list.map((one) => one.owner_name))];
  return names.length > mostNames ? [...names.slice(0, mostNames), '…'] : names;
}
