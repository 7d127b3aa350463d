/* The rules of the site by their names. */
import { english } from '../english';

export const rules = english({
  'system.rule.shortest_min': 'Shortest booking',
  'system.rule.longest_min': 'Longest booking',
  'system.rule.horizon_min': 'How far ahead a booking may start',
  'system.rule.most_gpus': 'GPUs in one booking, at most',
  'system.rule.lead_min': 'How long ahead a booking is made at least',
  'system.rule.gpus_at_once': 'GPUs of one person at once, at most',
  'system.rule.gpu_hours_week': 'GPU-hours of one person in a week',
  'system.rule.relaxed_within_min': 'Free of these if it starts within',
  'system.rule.approval_hold_min': 'How long a booking waits for approval',
  'system.rule.token_life_min': 'How long a token lives at most',
  'system.rule.session_life_min': 'How long one stays signed in',
  'system.rule.session_idle_min': 'Signed out when idle for',
  'system.rule.group_gpu_hours_week': 'GPU-hours of the whole group in a week',
  'system.rule.none': 'none',
  'system.rule.aDay': 'a day',
  'system.rule.halfADay': '12 hours',
  'system.rule.violation_level': 'A violation is',
  'system.level.off': 'nothing: none are reported',
  'system.level.against_bookings': 'to run where somebody else has booked; a GPU that nobody booked may be used',
  'system.level.always': 'to run where one has not booked oneself, even where nobody has',
  'system.rule.usage_visible_to': 'Members see the use of',
  'system.changeRules': 'Change the rules',
  'system.usageVisibleTo.everyone': 'everyone',
  'system.usageVisibleTo.own': 'themselves, and of all together',
});
