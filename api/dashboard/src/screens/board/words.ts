/* Lengths of windows in whole words. */
import { t } from '../../language/t.svelte';
import { lengthText } from '../../lib/format';

export function windowText(seconds: number): string {
  return t('board.last', { length: lengthText(seconds * 1000) });
}
