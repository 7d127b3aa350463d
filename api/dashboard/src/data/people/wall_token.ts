/* The token of a wall's link: behind the #, so that it is never sent as part of an address. It stays
   there: after a reload, a restart or the end of its session the page exchanges it again. */
import { pathBelow } from '../../lib/base_path';

export function tokenOf(path: string | null, hash: string): string | null {
  return path?.startsWith('/wall/') ? (/^#token=(dibs_[\w-]+)$/.exec(hash)?.[1] ?? null) : null;
}

export const wallToken = (): string | null => tokenOf(pathBelow(location.pathname), location.hash);
