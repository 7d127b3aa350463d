/* The screen and the navigation entry of an address: patterns like "/fleet/:host" against a path.
   Pure. */

export type Params = Record<string, string>;

/** The parameters if the path matches, or null. A trailing slash is ignored. */
export function match(pattern: string, path: string): Params | null {
  const wanted = segments(pattern);
  const given = segments(path);
  if (wanted.length !== given.length) return null;
  const params: Params = {};
  for (const [i, part] of wanted.entries()) {
    const text = decode(given[i] ?? '');
    if (text === null) return null;
    if (part.startsWith(':')) params[part.slice(1)] = text;
    else if (part !== text) return null;
  }
  return params;
}

function segments(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Whether a navigation entry is the current path, or above it. */
export function isHere(place: string, path: string): boolean {
  if (place === '/') return path === '/';
  return path === place || path.startsWith(`${place}/`);
}
