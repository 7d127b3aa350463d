/* Replaces the invented ids in the contract's examples by this site's ids, so that a tried or
   copied example exists. */

/** The list of the site's objects for each kind of id. */
const lists = {
  res: 'reservations',
  gpu: 'gpus',
  host: 'hosts',
  per: 'people',
  vio: 'violations',
  tok: 'tokens',
  ses: 'sessions',
  feed: 'feeds',
  brd: 'boards',
  grp: 'groups',
  bud: 'budgets',
  grt: 'grants',
} as const;

/** The site's ids of each kind, in the order of its list. */
export type SiteIds = Readonly<Record<string, readonly string[]>>;

const invented = /\b([a-z]+)_01JD3K8QZ4T5V6W7X8Y9Z0A[0-9A-Z]{3}\b/g;

/** Uses the ids of a kind in turn; a kind without ids keeps its examples. Pure. */
export function withSiteIds(contract: string, site: SiteIds): string {
  const named = new Map<string, string[]>();
  for (const [example, kind = ''] of contract.matchAll(invented)) {
    const known = named.get(kind) ?? [];
    if (!known.includes(example)) named.set(kind, [...known, example].sort());
  }
  return contract.replace(
    invented,
    (example, kind: string) => site[kind]?.[named.get(kind)?.indexOf(example) ?? -1] ?? example,
  );
}

/** The ids that the reader may see; empty without a session. `root`: where `api/v1` is. */
export async function siteIds(root: string): Promise<SiteIds> {
  const found = await Promise.all(
    Object.entries(lists).map(async ([kind, list]) => {
      try {
        const answer = await fetch(new URL(`api/v1/${list}?limit=5`, root));
        const { items } = (answer.ok ? await answer.json() : { items: [] }) as {
          items: { id: string }[];
        };
        return [kind, items.map(({ id }) => id)] as const;
      } catch {
        return [kind, []] as const; // the contract is shown anyway
      }
    }),
  );
  return Object.fromEntries(found);
}
