/* Optional rules and limits, in display order. Pure. */
import type { Limits, Rules } from '../types';

export type OpenRule =
  | 'lead_min'
  | 'gpus_at_once'
  | 'gpu_hours_week'
  | 'relaxed_within_min'
  | 'approval_hold_min'
  | 'token_life_min'
  | 'session_life_min'
  | 'session_idle_min'
  | 'gpu_idle_percent'
  | 'idle_tell_min'
  | 'idle_release_min'
  | 'no_show_tell_min'
  | 'no_show_release_min';
export const openRules: readonly OpenRule[] = [
  'lead_min',
  'gpus_at_once',
  'gpu_hours_week',
  'relaxed_within_min',
  'approval_hold_min',
  'token_life_min',
  'session_life_min',
  'session_idle_min',
  'gpu_idle_percent',
  'idle_tell_min',
  'idle_release_min',
  'no_show_tell_min',
  'no_show_release_min',
];

export type LimitName = keyof Limits;
export const limitNames: readonly LimitName[] = [
  'shortest_min',
  'longest_min',
  'most_gpus',
  'lead_min',
  'horizon_min',
  'gpus_at_once',
  'gpu_hours_week',
  'group_gpu_hours_week',
  'relaxed_within_min',
];

/** In minutes; all others are counts. */
export const isLength = (name: string): boolean => name.endsWith('_min');

/** The site's rule of that name; a group's hours are its own. */
export const ruleOf = (rules: Rules | null, name: LimitName): number | undefined =>
  name === 'group_gpu_hours_week' ? undefined : rules?.[name];
