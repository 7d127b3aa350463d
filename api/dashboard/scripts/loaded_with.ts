/* Finds the entries of the bundle (pages and lazy modules) with which each module is loaded. */
import type { Plugin } from 'vite';

type Info = {
  isEntry: boolean;
  importers: readonly string[];
  dynamicImporters: readonly string[];
} | null;

/** A plugin that reads the whole module graph, and its result. Call `entriesOf` only once modules
    are put into chunks. */
export function loadedWith(): { plugin: Plugin; entriesOf: (id: string) => ReadonlySet<string> } {
  const found = new Map<string, Set<string>>();
  let infoOf: (id: string) => Info = () => null;

  function entriesOf(id: string): ReadonlySet<string> {
    const known = found.get(id);
    if (known) return known;
    const entries = new Set<string>();
    const seen = new Set([id]);
    for (const one of seen) {
      const info = infoOf(one);
      if (!info) continue;
      if (info.isEntry || info.dynamicImporters.length > 0) entries.add(one);
      info.importers.forEach((importer) => seen.add(importer));
    }
    found.set(id, entries);
    return entries;
  }

  const plugin: Plugin = {
    name: 'dibs-loaded-with',
    buildEnd() {
      found.clear();
      infoOf = (id) => this.getModuleInfo(id);
    },
  };
  return { plugin, entriesOf };
}
