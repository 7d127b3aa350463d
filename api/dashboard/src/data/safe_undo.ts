/* The way back from a change that can touch bookings. Undo asks nothing first, so it is taken only where no booking is lost by it. */
import type { Change } from './access';
import { localProblem, type Result } from './problem';

export async function takeBack<Done>(change: Change<Done>): Promise<Result<Done>> {
  const got = await change.dry();
  if (!got.ok) return got;
  const { suspended, cancelled, released } = got.value;
  return suspended.length + cancelled.length + released.length > 0 ? { ok: false, problem: localProblem('touches-bookings', '') } : change.run();
}
