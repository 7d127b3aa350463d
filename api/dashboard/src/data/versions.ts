/* Which version a thing has that was put back to what it was. Taking back a change gives a new version
   with the old content: an older change, taken back after it, must expect that one. Without this the
   second Ctrl-Z on the same reservation would look like somebody else's change. */
import type { Result } from './problem';

const putBack = new Map<string, number>();
const key = (id: string, version: number) => `${id} ${version}`;

/** It is again as it was at `was`, and this is version `now`. */
export function isPutBack(id: string, was: number, now: number): void {
  if (now > was) putBack.set(key(id, was), now);
}

/** The newest version at which it is as it was at `version`. */
export function sameAs(id: string, version: number): number {
  const next = putBack.get(key(id, version));
  return next === undefined ? version : sameAs(id, next);
}

/** What a change of `version` is sent with, in If-Match. */
export const tag = (id: string, version: number): string => `"v${sameAs(id, version)}"`;

/** `way` puts a thing back to what it was at version `was`. */
export async function puttingBack<T extends { version: number }>(id: string, was: number, way: Promise<Result<T>>): Promise<Result<T>> {
  const result = await way;
  if (result.ok) isPutBack(id, was, result.value.version);
  return result;
}
