/* What somebody typed who wants GPUs: "reserve 4xA100 tomorrow 9-17", "4 gpu03 8h", "gpu03:0-3 Fri
   14-16 on …". Reads the GPUs as the `dibs` command does and leaves the time to the server. Pure. */
import { modelText } from './format';

export interface Wish {
  /** Either an amount … */
  count?: number;
  model?: string;
  minMemoryMib?: number;
  host?: string;
  /** … or GPUs by name; no indices: all of the host's. */
  names?: { host: string; indices: number[] }[];
  /** The words about time, as typed. */
  when: string;
  title: string;
}

export interface Known {
  hosts: readonly string[];
  models: readonly string[];
}

export interface FleetGpu {
  host_name: string;
  model: string;
  memory_total_mib?: number;
}

const verbs = /^(reserve|book|find|rezerwuj|znajdź)(\s+|$)/i;

/** Nothing if the text is about something else than GPUs. */
export function readWish(text: string, known: Known): Wish | null {
  const [body, title] = takeTitle(text.trim());
  const plain = body.replace(verbs, '');
  const words = plain.split(/\s+/).filter((word) => word !== '');
  const wish = readAmount(words, known) ?? readNames(words, known);
  if (!wish) return null;
  const on = words.findIndex((word) => word.toLowerCase() === 'on');
  const host = words[on + 1];
  if (on >= 0 && host !== undefined && known.hosts.includes(host)) {
    wish.host = host;
    words.splice(on, 2);
  }
  return { ...wish, when: words.join(' '), title };
}

/** Does the text begin as a wish does, though nothing can be read yet? */
export function asksForGpus(text: string): boolean {
  return verbs.test(text.trim());
}

/** How many GPUs a wish could ever have, free or not: more than that no waiting brings. */
export interface Fitting {
  all: number;
  onOneHost: number;
}

export function fittingOf(gpus: readonly FleetGpu[], wish: Wish): Fitting {
  const model = wish.model?.toLowerCase() ?? '';
  const byHost = new Map<string, number>();
  for (const gpu of gpus) {
    const fits = (wish.host === undefined || wish.host === gpu.host_name)
      && (gpu.model.toLowerCase().includes(model) || modelText(gpu.model).toLowerCase().includes(model))
      && (wish.minMemoryMib === undefined || (gpu.memory_total_mib ?? 0) >= wish.minMemoryMib);
    if (fits) byHost.set(gpu.host_name, (byHost.get(gpu.host_name) ?? 0) + 1);
  }
  const counts = [...byHost.values()];
  return { all: counts.reduce((sum, count) => sum + count, 0), onOneHost: Math.max(0, ...counts) };
}

function takeTitle(text: string): [string, string] {
  const found = /^(.*?)\s+(?:-m\s+(.+)|"([^"]*)"?)$/.exec(text);
  if (!found) return [text, ''];
  return [found[1] ?? '', (found[2] ?? found[3] ?? '').replace(/^["']|["']$/g, '')];
}

type Request = Omit<Wish, 'when' | 'title'>;

// Takes the words it understands from the front.
function readAmount(words: string[], known: Known): Request | null {
  const found = /^(\d{1,4})(?:[x×](.*))?$/i.exec(words[0] ?? '');
  const count = Number(found?.[1]);
  if (!found || count < 1 || count > 1024) return null;
  const glued = found[2];
  // "9-17" is no amount, and neither is a bare number with nothing about GPUs behind it
  const next = words[1] ?? '';
  if (glued === undefined && !/^gpus?$/i.test(next) && !known.hosts.includes(next) && !isModel(next, known)) return null;
  words.shift();
  const wish: Request = { count };
  if (glued !== undefined && glued !== '') readModel(glued, wish);
  if (/^gpus?$/i.test(words[0] ?? '')) words.shift();
  if (wish.model === undefined && words[0] !== undefined && isModel(words[0], known)) readModel(words.shift() ?? '', wish);
  if (words[0] !== undefined && known.hosts.includes(words[0])) wish.host = words.shift() ?? '';
  return wish;
}

function readModel(text: string, wish: Request): void {
  const [model, memory] = text.split(':');
  if (model !== undefined && model !== '') wish.model = model;
  const size = /^(\d+)(g|gb|gib|m|mb|mib)?$/i.exec(memory ?? '');
  if (size) wish.minMemoryMib = Number(size[1]) * (/^m/i.test(size[2] ?? '') ? 1 : 1024);
}

function isModel(word: string, known: Known): boolean {
  const bare = (word.split(':')[0] ?? '').toLowerCase();
  return /[a-z]/.test(bare) && bare.length > 1 && known.models.some((model) => model.toLowerCase().includes(bare));
}

function readNames(words: string[], known: Known): Request | null {
  const names: NonNullable<Wish['names']> = [];
  while (words[0] !== undefined) {
    const word = words[0].replace(/,$/, '');
    const [host, indices, more] = word.split(':');
    if (host === undefined || more !== undefined || !known.hosts.includes(host)) break;
    const read = readIndices(indices);
    if (!read) return null;
    names.push({ host, indices: read });
    words.shift();
  }
  return names.length > 0 ? { names } : null;
}

// "0,2-3"; nothing given, "all" and "*" are all.
function readIndices(text: string | undefined): number[] | null {
  if (text === undefined || text === '' || text === 'all' || text === '*') return [];
  const indices = new Set<number>();
  for (const part of text.split(',')) {
    const found = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part);
    if (!found) return null;
    const first = Number(found[1]);
    const last = Number(found[2] ?? found[1]);
    if (last < first || last > 1023) return null;
    for (let i = first; i <= last; i += 1) indices.add(i);
  }
  return [...indices].sort((a, b) => a - b);
}

function quoted(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same as a command line. */
export function wishAsCli(wish: Wish, isLength: boolean): string {
  const gpus = wish.names
    ? wish.names.map((name) => `${name.host}:${name.indices.length > 0 ? name.indices.join(',') : 'all'}`).join(',')
    : `${wish.count ?? 1}x${wish.model ?? ''}${wish.minMemoryMib === undefined ? '' : `:${wish.minMemoryMib}M`}`;
  const parts = ['dibs', 'reserve', gpus];
  if (wish.when !== '') parts.push(isLength ? '--for' : '--at', quoted(wish.when));
  if (isLength && !wish.names) parts.push('--soonest');
  if (wish.host !== undefined) parts.push('--on', wish.host);
  if (wish.title !== '') parts.push('-m', quoted(wish.title));
  return parts.join(' ');
}
