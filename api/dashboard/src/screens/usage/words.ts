/* Figures of the report as the screen says them. */
import { gpuHoursText, hoursChangeText } from '../../lib/format';
import '../../language/en/usage';
import { t } from '../../language/t.svelte';
import { preferences } from '../../page/preferences.svelte';

/** Below three minutes of a GPU nothing is worth a word. */
export const worthS = 180;

export const hours = (seconds: number): string => gpuHoursText(seconds, preferences.reader);

export const changeText = (seconds: number): string => hoursChangeText(seconds, preferences.reader);

/** With what of it was against the rules. */
export const othersText = (others: number, violation: number): string =>
  (violation < worthS ? hours(others) : t('usage.inViolation', { hours: hours(others), violation: hours(violation) }));
