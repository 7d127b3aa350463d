/* Reverting changes of a grant: shows first whose bookings that affects. */
import {
  changeGrant,
  giveGrant,
  listGrants,
  withdrawGrant,
  type Change,
} from '../../data/access/access';
import { api, ask, seen } from '../../data/client';
import { clock } from '../../data/clock.svelte';
import { takeBack } from '../../data/access/safe_undo';
import type { Fact, Grant, GrantNew, Touched } from '../../data/types';
import { undoStack } from '../../data/undo.svelte';
import { membersOf } from '../../language/fact';
import '../../language/en/people/access_later';
import '../../language/en/reports/revert';
import { t } from '../../language/t.svelte';
import { freshId } from '../../lib/ids';
import { preferences } from '../../page/preferences.svelte';
import { isSameGrant, newGrantOf, ownersOf, patchBack } from './grant_parts';
import type { Planned } from './revert_preview';

const kinds = ['suspended', 'cancelled', 'released', 'revived'] as const;

function touchedLines(touched: Touched): string[] {
  const some = kinds.filter((kind) => touched[kind].length > 0);
  const namesOf = (kind: (typeof kinds)[number]) =>
    new Intl.ListFormat(preferences.language).format(ownersOf(touched[kind]));
  return some.length === 0
    ? [t('access.wouldNothing')]
    : some.map(
        (kind) => `${t(`access.would.${kind}`, { count: touched[kind].length })} ${namesOf(kind)}`,
      );
}

/** `back`: its own undo. */
async function planOf<Done>(
  change: Change<Done>,
  back: (made: Done) => Change,
  lines: string[],
  loses: boolean,
  done: string,
): Promise<Planned> {
  const got = await change.dry();
  if (!got.ok) return got;
  const run = async () => {
    const result = await change.run();
    if (result.ok) undoStack.done(done, () => takeBack(back(result.value)));
    return result;
  };
  return { plan: { lines: [...lines, ...touchedLines(got.value)], loses, run } };
}

const again = (grant: object): GrantNew => newGrantOf(grant, freshId('grt', clock.ms()));
const withdrawn = (made: Grant): Change => withdrawGrant(made.id, made.version);

async function ofWithdrawn(grant: object, done: string): Promise<Planned> {
  const all = await listGrants();
  if (!all.ok) return all;
  if (all.value.some((one) => isSameGrant(grant, one))) return { why: t('revert.isSo') };
  return planOf(giveGrant(again(grant)), withdrawn, [], false, done);
}

export async function ofGrant(
  kind: 'grantGiven' | 'grantChanged' | 'grantWithdrawn',
  fact: Fact,
  done: string,
): Promise<Planned> {
  const data = membersOf(fact.data);
  const then = membersOf(data['grant']);
  if (kind === 'grantWithdrawn') return ofWithdrawn(then, done);
  const id = fact.grant_id ?? '';
  const got = await ask(
    api.GET('/api/v1/grants/{id}', {
      params: { path: { id }, query: { at_least: seen.position } },
    }),
  );
  if (!got.ok) return got.problem.status === 404 ? { why: t('revert.grantGone') } : got;
  const now = got.value;
  if (kind === 'grantGiven') {
    const loses = now.version > 1;
    return planOf(
      withdrawGrant(id, now.version),
      () => giveGrant(again(now)),
      [loses ? t('revert.changedSince') : ''],
      loses,
      done,
    );
  }
  const way = patchBack(membersOf(data['before']), then, now);
  if (!way) return { why: t('revert.isSo') };
  const undo = (made: Grant): Change =>
    changeGrant(id, made.version, patchBack(now, made, made)?.patch ?? {});
  return planOf(
    changeGrant(id, now.version, way.patch),
    undo,
    [way.loses ? t('revert.changedSince') : ''],
    way.loses,
    done,
  );
}
