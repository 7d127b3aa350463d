/* How far the steps against intruders go for a booking, in words. */
import type { Booking } from '../data/booking';
import { siteRules } from '../data/live/rules.svelte';
import '../language/en/protection';
import '../language/en/rules';
import { t } from '../language/t.svelte';

export function asSiteText(): string {
  const site = siteRules.now?.protection;
  return t('protection.asSite', { what: site === undefined ? t('common.noData') : t(`system.protection.${site}`) });
}

export function protectionText({ protection }: Pick<Booking, 'protection'>): string {
  if (protection === undefined) return t('common.noData');
  return protection === null ? asSiteText() : t(`system.protection.${protection}`);
}
