/* The contract's examples name things by invented ids: on the reference page those of this site stand in their place,
   so that what is tried out or copied is there. */

/** Where the site lists what an id of this kind names. */
const lists = {
  res: 'reservations', gpu: 'gpus', host: 'hosts', per: 'people', vio: 'violations', tok: 'tokens', ses: 'sessions', feed: 'feeds',
  brd: 'boards', grp: 'groups', bud: 'budgets', grt: 'grants',
} as const;

/** Of each kind the ids that the site has, in the order of its list. */
export type SiteIds = Readonly<Record<string, readonly string[]>>;

const invented = /\b([a-z]+)_01JD3K8QZ4T5V6W7X8Y9Z0A[0-9A-Z]{3}\b/g;

/** The examples of a kind by turns; one that the site has nothing for stays as it is. Pure. */
export function withSiteIds(contract: string, site: SiteIds): string {
  const named = new Map<string, string[]>();
  for (const [example, kind = ''] of contract.matchAll(invented)) {
    const known = named.get(kind) ?? [];
    if (!known.includes(example)) named.set(kind, [...known, example].sort());
  }
  return contract.replace(invented, (example, kind: string) => site[kind]?.[named.get(kind)?.indexOf(example) ?? -1] ?? example);
}

/** What the reader may see of the site; nothing without being signed in. `root`: where `api/v1` is. */
export async function siteIds(root: string): Promise<SiteIds> {
  const found = await Promise.all(Object.entries(lists).map(async ([kind, list]) => {
    try {
      const answer = await fetch(new URL(`api/v1/${list}?limit=5`, root));
      const { items } = (answer.ok ? await answer.json() : { items: [] }) as { items: { id: string }[] };
      return [kind, items.map(({ id }) => id)] as const;
    } catch {
      return [kind, []] as const; // the contract is shown all the same
    }
  }));
  return Object.fromEntries(found);
}
