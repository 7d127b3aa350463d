/* The protection levels of a booking, in words. */
import type { Booking } from '../../data/bookings/booking';
import { siteRules } from '../../data/live/rules.svelte';
import type { Protection } from '../../data/types';
import '../../language/en/bookings/protection';
import '../../language/en/fleet/rules';
import { t } from '../../language/t.svelte';

// Where the rules only try a stop, the text promises none.
function whatText(protection: Protection): string {
  const what = t(`system.protection.${protection}`);
  return protection === 'stopped' && siteRules.now?.stop_mode === 'dry_run'
    ? t('protection.onlyTried', { what })
    : what;
}

export function asSiteText(): string {
  const site = siteRules.now?.protection;
  return t('protection.asSite', { what: site === undefined ? t('common.noData') : whatText(site) });
}

export function protectionText({ protection }: Pick<Booking, 'protection'>): string {
  if (protection === undefined) return t('common.noData');
  return protection === null ? asSiteText() : whatText(protection);
}
