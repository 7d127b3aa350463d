/* Limits of a group in words. */
import { isLength, limitNames, type LimitName } from '../../data/rules/open_rules';
import type { Limits } from '../../data/types';
import '../../language/en/fleet/rules';
import { t } from '../../language/t.svelte';
import { lengthText, numberText } from '../../lib/format';
import { minuteMs } from '../../lib/zone';
import { preferences } from '../../page/preferences.svelte';

export const limitText = (name: LimitName, value: number): string =>
  isLength(name) ? lengthText(value * minuteMs) : numberText(value, preferences.reader);

/** Each limit that is set: its label, and its value. */
export function limitsOf(limits: Limits): { name: LimitName; label: string; value: string }[] {
  return limitNames.flatMap((name) => {
    const value = limits[name];
    return value === undefined
      ? []
      : [{ name, label: t(`system.rule.${name}`), value: limitText(name, value) }];
  });
}
