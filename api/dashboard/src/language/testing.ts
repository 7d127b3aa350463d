/* For tests: the sources of the page, what each imports, and the keys of the catalogue that it names. */
import { en } from './en';

const raw = import.meta.glob<string>(
  [
    '../**/*.ts',
    '../**/*.svelte',
    '!../**/*.test.ts',
    '!../**/*.d.ts',
    '!../**/testing.ts',
    '!../data/generated/**',
  ],
  { query: '?raw', import: 'default', eager: true },
);

export interface Source {
  /** Loaded with it, at once. */
  imports: string[];
  /** Loaded later: `import('…')`. */
  later: string[];
  keys: Set<string>;
}

// What a path relative to a file is, below src/.
function resolve(from: string, to: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of to.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const allKeys = Object.keys(en);

/** `calendar.zoom.${name}` names all keys that it can become. */
function keysIn(code: string): Set<string> {
  const found = [...code.matchAll(/'([\w.]+)'|`([\w.]+)`/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((text) => Object.hasOwn(en, text));
  const templates = [...code.matchAll(/`([a-z]\w*\.[^`\s]*?\$\{[^`]*)`/gi)].map((match) =>
    (match[1] ?? '').split(/\$\{[^}]*\}/),
  );
  const patterns = templates.map((fixed) => new RegExp(`^${fixed.map(escaped).join('[\\w.]+')}$`));
  return new Set([
    ...found,
    ...allKeys.filter((key) => patterns.some((pattern) => pattern.test(key))),
  ]);
}

const plain = (code: string): string =>
  code.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '').replace(/(^|\s)\/\/.*$/gm, '');
const names = Object.keys(raw).map((path) => path.replace('../', '').replace(/^\.\//, 'language/'));
const known = new Set(names);
const fileOf = (path: string): string | undefined =>
  [path, `${path}.ts`].find((one) => known.has(one));

function read(name: string, text: string): Source {
  const code = plain(text);
  const files = (matches: Iterable<RegExpMatchArray>): string[] =>
    [...matches].flatMap((match) => fileOf(resolve(name, match[1] ?? '')) ?? []);
  return {
    imports: files(
      code.matchAll(/^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'(\.[^']+)'/gm),
    ),
    later: files(code.matchAll(/\bimport\('(\.[^']+)'\)/g)),
    keys:
      name.startsWith('language/en/') || name.startsWith('language/pl/') ? new Set() : keysIn(code),
  };
}

/** By path below src/. */
export const sources = new Map(
  Object.values(raw).map((text, i) => [names[i] ?? '', read(names[i] ?? '', text)]),
);

/** All that is there once a file is. */
export function reached(from: string, into = new Set<string>()): Set<string> {
  if (into.has(from)) return into;
  into.add(from);
  for (const next of sources.get(from)?.imports ?? []) reached(next, into);
  return into;
}
