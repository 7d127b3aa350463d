/* The version of a thing that was put back. Undoing a change gives a new version with the old
   content; an older change that is undone afterwards must expect that version. Otherwise the second
   Ctrl-Z on the same booking would look like another person's change. */
import type { Result } from '../problem';

const putBack = new Map<string, number>();
const key = (id: string, version: number) => `${id} ${version}`;

/** Version `now` has the content of version `was`. */
export function isPutBack(id: string, was: number, now: number): void {
  if (now > was) putBack.set(key(id, was), now);
}

/** The newest version with the content of `version`. */
export function sameAs(id: string, version: number): number {
  const next = putBack.get(key(id, version));
  return next === undefined ? version : sameAs(id, next);
}

/** The If-Match value of a change of `version`. */
export const tag = (id: string, version: number): string => `"v${sameAs(id, version)}"`;

/** `way` restores the content of version `was`. */
export async function puttingBack<T extends { version: number }>(
  id: string,
  was: number,
  way: Promise<Result<T>>,
): Promise<Result<T>> {
  const result = await way;
  if (result.ok) isPutBack(id, was, result.value.version);
  return result;
}
