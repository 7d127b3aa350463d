/* The current users of held GPUs: their utilisation, and the owners of their processes. The driver
   reports one number per GPU; the shares of several people on one are unknown. Pure. */
import type { Booking } from '../../data/bookings/booking';
import type { Process } from '../../data/types';

export interface SeenGpu {
  /** Percent; undefined: no data. */
  used: number | undefined;
  /** undefined: its processes are unknown. */
  processes: readonly Process[] | undefined;
}

/** Percent, the mean over the GPUs with data. */
export interface UsedNow {
  holder: number;
  others: number;
  /** By several people at once, or by an unknown person. */
  unclear: number;
  /** The names of the others, each once. */
  names: string[];
}

type Whose = keyof Omit<UsedNow, 'names'>;

const isHidden = (process: Process): boolean =>
  process.unix_name === undefined ||
  process.slice_unknown === true ||
  process.unknown_since !== undefined;

function whoseUse(processes: readonly Process[] | undefined, owner: string): Whose {
  if (processes === undefined || processes.length === 0 || processes.some(isHidden))
    return 'unclear';
  const own = processes.filter((process) => process.person_id === owner).length;
  return own === processes.length ? 'holder' : own === 0 ? 'others' : 'unclear';
}

/** undefined: no GPU has data. */
export function usedNow(
  booking: Pick<Booking, 'owner'>,
  gpus: readonly SeenGpu[],
): UsedNow | undefined {
  const known = gpus.flatMap(({ used, processes }) =>
    used === undefined ? [] : [{ used, processes }],
  );
  if (known.length === 0) return undefined;
  const sum: UsedNow = { holder: 0, others: 0, unclear: 0, names: [] };
  for (const { used, processes } of known) {
    const whose = whoseUse(processes, booking.owner);
    sum[whose] += used / known.length;
    if (whose !== 'others' || used === 0) continue;
    for (const { person_name: name, unix_name: account } of processes ?? []) {
      const said = name ?? account ?? '';
      if (!sum.names.includes(said)) sum.names.push(said);
    }
  }
  return sum;
}
