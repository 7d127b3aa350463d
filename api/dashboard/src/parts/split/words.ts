/* A split in words, in whole percent: "used by dana 12 %, by others 41 % (violation), by others 3 %, idle 30 %, not known 17 %". */
import '../../language/en/bookings/use';
import { t } from '../../language/t.svelte';
import { percentText } from '../../lib/format';
import { allOf, drawnOf, drawnParts, isUnclear, isUnknown, percents, type Split } from './split';

export function splitText(split: Split, owner: string, mine: boolean, violation = 0): string {
  if (allOf(split) <= 0) return t('common.noData');
  const whole = percents(drawnOf(split, violation));
  const words = {
    holder: t(mine ? 'use.said.you' : 'use.said.holder', {
      who: owner,
      percent: percentText(whole.holder),
    }),
    violation: t('use.said.violation', { percent: percentText(whole.violation) }),
    others: t('use.said.others', { percent: percentText(whole.others) }),
    idle: t('use.said.idle', { percent: percentText(whole.idle) }),
    unknown: t('use.said.unknown', { percent: percentText(whole.unknown) }),
  };
  return drawnParts
    .filter((part) => whole[part] > 0 || (part === 'holder' && !isUnclear(split, 'holder')))
    .map((part) => words[part])
    .join(', ');
}

/** The share of one part, for a headline. Unknown where too little was measured; a range where most
    was. */
export function shareText(split: Split, part: 'holder' | 'idle'): string {
  if (isUnknown(split, part)) return t('use.part.unknown');
  const whole = percents(split);
  const least = whole[part];
  return isUnclear(split, part) || (least === 0 && whole.unknown > 0)
    ? `${least}\u2013${percentText(least + whole.unknown)}`
    : percentText(least);
}

/** Shown beside the holder's use: the remaining use, by anyone. The holder's share alone would read
    as idle. */
export function restText({ others, unknown }: Pick<Split, 'others' | 'unknown'>): string {
  return [
    ...(others >= 1 ? [t('use.said.others', { percent: percentText(others) })] : []),
    ...(unknown >= 1 ? [t('use.said.unknown', { percent: percentText(unknown) })] : []),
  ].join(', ');
}
