/* The page's address, as a rune. Links to the page's own paths do not reload; `navigate` goes
   there. */
import { href, pathBelow } from '../lib/base_path';

/** The props of a screen: the parameters of its path, and the query. */
export interface ScreenProps {
  params: Record<string, string>;
  query: URLSearchParams;
}

let path = $state('/');
let search = $state('');

function read(): void {
  path = pathBelow(location.pathname) ?? '/';
  search = location.search;
}

const query = $derived(new URLSearchParams(search));

export const router = {
  get path(): string {
    return path;
  },
  get query(): URLSearchParams {
    return query;
  },
};

/** Goes to a path of this page, `navigate('/fleet/gpu03?sort=waste')`. */
export function navigate(to: string, replace = false): void {
  const before = location.pathname;
  if (replace) history.replaceState(null, '', href(to));
  else history.pushState(null, '', href(to));
  read();
  if (!replace && location.pathname !== before) window.scrollTo(0, 0);
}

/** Changes the query alone, without an entry in the browser's history; for filters. */
export function setQuery(values: Record<string, string | null>): void {
  const next = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  navigate(`${path}${text === '' ? '' : `?${text}`}`, true);
}

function onClick(event: MouseEvent): void {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (
    !link ||
    link.target !== '' ||
    link.hasAttribute('download') ||
    link.origin !== location.origin
  )
    return;
  const below = pathBelow(link.pathname);
  if (below === null || below.startsWith('/api/')) return;
  event.preventDefault();
  navigate(`${below}${link.search}`);
}

export function startRouter(): void {
  read();
  window.addEventListener('popstate', read);
  document.addEventListener('click', onClick);
}
