/* Why a host is not reached, or a GPU not there: the server has a code for it, or the words of what tried. */
import { isKey, said, t } from './t.svelte';

export function reasonText(reason: string): string {
  const key = `fact.reason.${reason}`;
  return isKey(key) ? t(key) : said(reason);
}
