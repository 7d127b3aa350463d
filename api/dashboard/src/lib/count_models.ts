/* Counts the GPUs of each model in a list. Pure. */

/** "2 × A100 80 GB, 1 × H100" needs the counts by model. */
export function countModels(
  ids: readonly string[],
  model: (id: string) => string | undefined,
): [string, number][] {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const name = model(id) ?? '?';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts];
}
