/* Whether the server can follow its log. While it cannot, reads are answered from its read models,
   and each answer says for how long they may be out of date (Dibs-Age). A page without reads asks
   from time to time, because missing facts do not show. */
import { clock } from '../clock.svelte';

export const askEveryMs = 20_000;
export const askSoonMs = 5_000; // while the server is behind

let since = $state.raw<number | null>(null);

export const behind = {
  /** The server's time up to which its data is certain; null while it follows its log. */
  get since(): number | null {
    return since;
  },
};

/** Takes the age from the answer to a read. Refusals and answers without a read model carry
    none. */
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
