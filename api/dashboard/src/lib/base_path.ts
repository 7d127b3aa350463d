/* The page's base path, which the server wrote into the page: "" or "/dibs". All addresses of the
   page, the API and the stream are made from it here. */

function readRoot(): string {
  if (typeof document === 'undefined') return '';
  const content = document.querySelector('meta[name="dibs-root"]')?.getAttribute('content') ?? '/';
  return content.startsWith('/') ? content.replace(/\/+$/, '') : '';
}

/** "" or "/dibs", without a slash at the end. */
export const root = readRoot();

/** The address of a path of this page: `href('/fleet/gpu03')`. */
export function href(path: string): string {
  return `${root}${path.startsWith('/') ? path : `/${path}`}`;
}

/** The path below the root, or null for an address outside. */
export function pathBelow(pathname: string): string | null {
  if (root === '') return pathname;
  if (pathname === root) return '/';
  return pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : null;
}

/** ws(s)://…/api/v1/stream, on the host that served the page, with a ticket for one stream. */
export function streamAddress(ticket: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${href('/api/v1/stream')}?ticket=${encodeURIComponent(ticket)}`;
}
