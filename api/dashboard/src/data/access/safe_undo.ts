/* The undo of a change that can touch bookings. Undo shows no confirmation, so it runs only where
   no booking is lost. */
import type { Change } from './access';
import { localProblem, type Result } from '../problem';

export async function takeBack<Done>(change: Change<Done>): Promise<Result<Done>> {
  const got = await change.dry();
  if (!got.ok) return got;
  const { suspended, cancelled, released } = got.value;
  return suspended.length + cancelled.length + released.length > 0
    ? { ok: false, problem: localProblem('touches-bookings', '') }
    : change.run();
}
