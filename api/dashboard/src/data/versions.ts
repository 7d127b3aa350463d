/* Which version a thing has that was put back to what it was. Taking back a change gives a new version
   with the old content: an older change, taken back after it, must expect that one. Without this the
   second Ctrl-Z on the same reservation would look like somebody else's change. */

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
