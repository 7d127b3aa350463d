/* Other GPUs for those of a booking that cannot be used: the server proposes, one command accepts.
   A lost race is answered by one new proposal. There is no undo: the given-up GPUs cannot be
   booked. */
import type { Booking } from './booking';
import { bookingOf } from './booking';
import { api, ask, command, seen } from '../client';
import { bookings } from '../live/bookings.svelte';
import { connection } from '../live/connection.svelte';
import { localProblem, type Result } from '../problem';
import type { SwapProposal } from '../types';
import { undoStack } from '../undo.svelte';
import { tag } from '../connection/versions';

async function swapOnce(id: string): Promise<Result<SwapProposal>> {
  const proposal = await ask(
    api.GET('/api/v1/reservations/{id}/swap', {
      params: { path: { id }, query: { at_least: seen.position } },
    }),
  );
  if (!proposal.ok || proposal.value.swaps.length === 0) return proposal;
  const { gpus, version } = proposal.value;
  const changed = await command((key) =>
    api.PATCH('/api/v1/reservations/{id}', {
      params: { path: { id }, header: { 'If-Match': tag(id, version), 'Idempotency-Key': key } },
      body: { gpus },
    }),
  );
  if (!changed.ok) return changed;
  bookings.put(bookingOf(changed.value));
  return proposal;
}

/** The accepted proposal; without `swaps` where there was none. */
export async function swapGpus(
  { id }: Booking,
  done: (taken: SwapProposal) => string,
): Promise<Result<SwapProposal>> {
  if (!connection.canEdit) return { ok: false, problem: localProblem('offline', '') };
  let result = await swapOnce(id);
  if (
    !result.ok &&
    ['slot-taken', 'changed-meanwhile', 'gpu-unhealthy', 'driver-broken'].includes(
      result.problem.code,
    )
  )
    result = await swapOnce(id);
  if (result.ok && result.value.swaps.length > 0) undoStack.done(done(result.value));
  return result;
}
