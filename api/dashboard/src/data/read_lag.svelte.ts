/* Whether the server can follow its log. While it cannot, reads are answered from what its tables hold,
   and each says for how long nobody has known whether there is more (Dibs-Age). A page that reads nothing
   asks from time to time: facts that do not come are not missed by anybody. */
import { clock } from './clock.svelte';

export const askEveryMs = 20_000;
export const askSoonMs = 5_000; // while it is behind

let since = $state.raw<number | null>(null);

export const behind = {
  /** The server's time up to which what it shows is certain; null while it follows its log. */
  get since(): number | null {
    return since;
  },
};

/** Of the answer to a read. What was refused, or is no answer of the tables, says nothing. */
export function noteAge(response: Response): void {
  if (!response.ok || response.headers.get('dibs-position') === null) return;
  const age = response.headers.get('dibs-age');
  const seconds = age === null ? NaN : Number(age);
  if (!Number.isFinite(seconds)) {
    since = null;
    return;
  }
  const at = clock.ms() - seconds * 1000;
  const same = since !== null && Math.abs(at - since) < 2000; // an age is cut to the second
  if (!same) since = at;
}
