/* The shown rows: by words (model, host, memory), by model chips, and free at a given time. */
import { modelText } from '../../../lib/format';
import type { BookingIndex } from './bookings';
import type { CalendarGpu, Host, Interval } from './model';

export interface Filter {
  text: string;
  models: readonly string[]; // as modelText() writes them; empty: all
  free: Interval | null;
}

export const noFilter: Filter = { text: '', models: [], free: null };

export const isFiltering = (filter: Filter): boolean =>
  filter.text.trim() !== '' || filter.models.length > 0 || filter.free !== null;

// Every word must occur in a GPU's names: "a100 80", "gpu03", "gpu03:2".
function matches(gpu: CalendarGpu, words: readonly string[]): boolean {
  const name =
    `${gpu.hostName} ${gpu.hostName}:${gpu.index} ${gpu.model} ${modelText(gpu.model)}`.toLowerCase();
  const tight = name.replace(/\s+gb/g, 'gb');
  return words.every((word) => name.includes(word) || tight.includes(word));
}

export function applyFilter(hosts: readonly Host[], filter: Filter, index: BookingIndex): Host[] {
  if (!isFiltering(filter)) return [...hosts];
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const shown: Host[] = [];
  for (const host of hosts) {
    const gpus = host.gpus.filter(
      (gpu) =>
        matches(gpu, words) &&
        (filter.models.length === 0 || filter.models.includes(modelText(gpu.model))) &&
        (!filter.free || (gpu.state === 'available' && index.isFree(gpu.id, filter.free))),
    );
    if (gpus.length > 0) shown.push(gpus.length === host.gpus.length ? host : { ...host, gpus });
  }
  return shown;
}

export function modelsIn(hosts: readonly Host[]): string[] {
  const models = new Set<string>();
  for (const host of hosts) for (const gpu of host.gpus) models.add(modelText(gpu.model));
  return [...models].sort();
}
