/* The rules of the site by their names. */
import { english } from '../english';

export const rules = english({
  'system.rule.shortest_min': 'Shortest booking',
  'system.rule.longest_min': 'Longest booking',
  'system.rule.horizon_min': 'How far ahead a booking may start',
  'system.rule.most_gpus': 'GPUs in one booking, at most',
  'system.rule.violation_level': 'A violation is',
  'system.level.off': 'nothing: none are reported',
  'system.level.against_bookings': 'to run where somebody else has booked; a GPU that nobody booked may be used',
  'system.level.always': 'to run where one has not booked oneself, even where nobody has',
  'system.rule.usage_visible_to': 'Members see the use of',
});
