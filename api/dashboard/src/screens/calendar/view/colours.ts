/* "Colour by person": four reserved colours, assigned in the order in which people joined (ids grow
   with time). Names stay on the blocks, as colours repeat. */
export const categories = ['sky', 'green', 'orange', 'pink'] as const;
export type Category = (typeof categories)[number];

export function coloursOf(owners: Iterable<string>): Map<string, Category> {
  const sorted = [...new Set(owners)].sort();
  return new Map(sorted.map((owner, i) => [owner, categories[i % categories.length] ?? 'sky']));
}
