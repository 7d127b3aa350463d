/* What the palette finds among things that have a name. Pure: given all entries and the text, the
   fitting ones, best first. */

export interface Entry {
  id: string;
  text: string;
  /** More words that find it, never shown. */
  also?: string;
  hint?: string;
  /** The same on the command line, if there is one. */
  cli?: string;
  run: () => void | Promise<void>;
}

const plain = (text: string) => text.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '').replaceAll('ł', 'l');

/** Every word of the text must begin a word of the entry, or else stand somewhere in it. */
export function rank(entry: Entry, text: string): number {
  const words = plain(text).split(/\s+/).filter((word) => word !== '');
  const target = plain(`${entry.text} ${entry.also ?? ''}`);
  let score = 0;
  for (const word of words) {
    const at = target.indexOf(word);
    if (at < 0) return 0;
    score += new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'u').test(target) ? 2 : 1;
    if (at === 0) score += 1;
  }
  return words.length === 0 ? 1 : score;
}

export function findEntries(entries: readonly Entry[], text: string, most = 8): Entry[] {
  return entries
    .map((entry, order) => ({ entry, order, score: rank(entry, text) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, most)
    .map(({ entry }) => entry);
}
