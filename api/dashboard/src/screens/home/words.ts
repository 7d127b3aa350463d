/* The words for days near now, in the language of the page. */
import { t } from '../../language/t.svelte';
import type { DayWords } from '../../lib/format';

/** `within` a sentence they begin with a small letter. */
export function dayWords(within = false): DayWords {
  const word = (text: string) => (within ? text.toLocaleLowerCase() : text);
  return { today: word(t('common.today')), tomorrow: word(t('common.tomorrow')), yesterday: word(t('common.yesterday')) };
}
