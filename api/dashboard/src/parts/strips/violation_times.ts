/* When violations were open on a booking's GPUs, for its strip. Violations that ended before the
   page was opened are included once `pastViolations` has read these GPUs. */
import { fleet } from '../../data/live/fleet.svelte';
import { pastViolations } from '../../data/live/past_violations.svelte';
import { timeOf } from '../../data/rules/violation_groups';

const none: { from: number; until: number }[] = [];

export function violatedTimes(
  reservation: string,
  gpus: readonly string[],
): readonly { from: number; until: number }[] {
  const all = pastViolations.byReservation.get(reservation);
  if (!all) return none;
  const here = new Set(gpus.flatMap((gpu) => [gpu, ...fleet.overlappingDevices(gpu)]));
  return all.filter((one) => one.gpus.some((gpu) => here.has(gpu))).map((one) => timeOf(one));
}
