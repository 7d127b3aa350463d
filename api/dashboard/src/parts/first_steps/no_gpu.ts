/* Hosts without a GPU: when that is an error instead of a first step, and the reason for each
   host. */
import { isReached } from '../../data/fleet/hosts';
import type { Host } from '../../data/types';
import '../../language/en/begin';
import { reasonText } from '../../language/reason';
import { said, t } from '../../language/t.svelte';

/** The first host is still in the first steps until its driver has answered. */
export function noneFound(hosts: readonly Host[]): boolean {
  return (
    hosts.length > 1 || hosts.some((host) => isReached(host) && host.driver.state !== 'unknown')
  );
}

export function whyNone(host: Host): string {
  if (host.state === 'connecting') return t('begin.why.connecting');
  if (!isReached(host))
    return t('begin.why.lost', {
      reason: host.reason ? reasonText(host.reason) : t('fleet.host.unreachable'),
    });
  return t(`begin.why.${host.driver.state}`, {
    words: host.driver.words ? said(host.driver.words) : t('begin.why.wordless'),
  });
}
