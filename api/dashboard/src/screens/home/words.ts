/* The words for days near now, in the language of the page. */
import { t } from '../../language/t.svelte';
import type { DayWords } from '../../lib/format';

export function dayWords(): DayWords {
  return { today: t('common.today'), tomorrow: t('common.tomorrow'), yesterday: t('common.yesterday') };
}
