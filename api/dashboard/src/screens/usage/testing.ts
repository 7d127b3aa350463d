/* For tests: an empty row of a report. */
import type { UsageRow } from '../../data/types';

export const noUse: UsageRow = {
  reserved_s: 0,
  used_by_owner_s: 0,
  used_by_others_s: 0,
  used_by_unknown_s: 0,
  idle_s: 0,
  idle_with_process_s: 0,
  idle_without_process_s: 0,
  unmeasured_s: 0,
  used_of_others_s: 0,
  unreserved_used_s: 0,
  violated_s: 0,
  given_back_s: 0,
  freed_as_idle_s: 0,
  under_5_percent_s: 0,
  percentiles_of_s: 0,
  energy_known_s: 0,
  energy_unknown_s: 0,
};
