/* A split in words, in whole percent: "used by dana 12 %, by others 41 % (violation), idle 30 %, not known 17 %". */
import '../../language/en/use';
import { t } from '../../language/t.svelte';
import { percentText } from '../../lib/format';
import { allOf, parts, percents, type Split } from './split';

export function splitText(split: Split, owner: string, mine: boolean, violated = false): string {
  if (allOf(split) <= 0) return t('common.noData');
  const whole = percents(split);
  const words = {
    holder: t(mine ? 'use.said.you' : 'use.said.holder', { who: owner, percent: percentText(whole.holder) }),
    others: t(violated ? 'use.said.violation' : 'use.said.others', { percent: percentText(whole.others) }),
    idle: t('use.said.idle', { percent: percentText(whole.idle) }),
    unknown: t('use.said.unknown', { percent: percentText(whole.unknown) }),
  };
  return parts.filter((part) => part === 'holder' || whole[part] > 0).map((part) => words[part]).join(', ');
}

/** Beside what the holder used: the rest that was used, by whomever. The holder's alone would read as idle. */
export function restText({ others, unknown }: Pick<Split, 'others' | 'unknown'>): string {
  return [
    ...(others >= 1 ? [t('use.said.others', { percent: percentText(others) })] : []), ...(unknown >= 1 ? [t('use.said.unknown', { percent: percentText(unknown) })] : []),
  ].join(', ');
}
