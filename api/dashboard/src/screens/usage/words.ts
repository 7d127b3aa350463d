/* Figures of the report as text. */
import type { UsageRow } from '../../data/types';
import { gpuHoursText, hoursChangeText, modelText } from '../../lib/format';
import '../../language/en/reports/usage';
import { t } from '../../language/t.svelte';
import { preferences } from '../../page/preferences.svelte';
import type { By, Counts } from './ranking/rank';

/** Less than three GPU-minutes are not shown. */
export const worthS = 180;

export const hours = (seconds: number): string => gpuHoursText(seconds, preferences.reader);

export const changeText = (seconds: number): string => hoursChangeText(seconds, preferences.reader);

/** Includes the part that was against the rules. */
export const othersText = (others: number, violation: number): string =>
  violation < worthS
    ? hours(others)
    : t('usage.inViolation', { hours: hours(others), violation: hours(violation) });

/** The number of rows of all kinds: "3 people and 1 unknown account". */
export function countText({ named, rest }: Counts, by: By): string {
  const text = t(`usage.count.${by}`, { count: named });
  return rest === 0 || by === 'model' || by === 'host'
    ? text
    : `${text} ${t(`usage.rest.${by}`, { count: rest })}`;
}

/** The subject of a row, in words. */
export function nameOf(row: UsageRow, by: By | 'gpu'): string {
  if (by === 'gpu') return row.gpu_name ?? row.gpu_id ?? '';
  if (by === 'model') return row.model ? modelText(row.model) : t('usage.noModel');
  if (by === 'project') return row.project ?? t('usage.noProject');
  if (by === 'host') return row.host_name ?? row.host_id ?? '';
  if (by === 'group') return row.group_name ?? row.group_id ?? t('usage.noGroup');
  return row.person_name ?? row.unix_name ?? t('usage.nobody');
}
