/* The GPUs of the viewer's booking, in words: "2 × H100 80 GB, gpu02:0-1". */
import type { Booking } from '../../data/bookings/booking';
import { fleet } from '../../data/live/fleet.svelte';
import { countModels } from '../../lib/count_models';
import { compactGpus, modelText } from '../../lib/format';

export function bookedText(booking: Booking): string {
  const models = countModels(booking.gpus, (id) => fleet.gpus.get(id)?.info.model);
  const counted = models.map(([model, count]) => `${count} × ${modelText(model)}`).join(', ');
  return `${counted}, ${compactGpus(booking.gpus.map((id) => fleet.gpuName(id)))}`;
}
