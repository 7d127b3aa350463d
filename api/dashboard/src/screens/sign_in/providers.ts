/* The sign-in alternatives, and the server's reason when one failed: a word in the page's address,
   which is ignored if unknown, because others can write it. */
import { api, ask } from '../../data/client';
import type { ProviderList } from '../../data/types';
import type { Key } from '../../language/t.svelte';

export async function providers(): Promise<ProviderList> {
  const got = await ask(api.GET('/api/v1/session/providers'));
  return got.ok ? got.value : { items: [] }; // name and password are always available
}

const refusals: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['unreachable', 'elsewhere.unreachable'],
  ['failed', 'elsewhere.failed'],
  ['denied', 'elsewhere.denied'],
  ['expired', 'elsewhere.expired'],
  ['no_name', 'elsewhere.no_name'],
  ['no_account', 'elsewhere.no_account'],
  ['renamed', 'elsewhere.renamed'],
  ['taken', 'elsewhere.taken'],
  ['admin', 'elsewhere.admin'],
  ['last_admin', 'elsewhere.last_admin'],
  ['disabled', 'elsewhere.disabled'],
  ['busy', 'elsewhere.busy'],
]);

export function refusalKey(word: string | null): Key | undefined {
  return word === null ? undefined : refusals.get(word);
}
