/* Parses a frame of the stream defensively: a frame that does not parse, or lacks a required
   member, is null, and the stream starts again. Pure. */
import type { StreamServerMessage } from '../types';

const lists = [
  'events',
  'reservations',
  'violations',
  'hosts',
  'gpus',
  'processes',
  'rules',
  'boards',
] as const;
const needsPosition = ['snapshot', 'event', 'caught_up', 'resync'];

export function readFrame(text: unknown): StreamServerMessage | null {
  if (typeof text !== 'string') return null;
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof frame !== 'object' || frame === null || !('type' in frame)) return null;
  const members = frame as Record<string, unknown>;
  const type = members['type'];
  if (typeof type !== 'string') return null;
  if (needsPosition.includes(type) && !Number.isSafeInteger(members['position'])) return null;
  if (lists.some((name) => members[name] !== undefined && !Array.isArray(members[name])))
    return null;
  if (members['processes'] !== undefined && !(members['processes'] as unknown[]).every(isProcess))
    return null;
  if (type === 'metrics') {
    const metrics = members['metrics'] as Record<string, unknown> | undefined;
    if (typeof metrics !== 'object' || metrics === null || !Array.isArray(metrics['gpus']))
      return null;
    const processes = metrics['processes'] as Record<string, unknown> | null | undefined;
    if (
      processes !== undefined &&
      !(processes !== null && Array.isArray(processes['ids']) && Array.isArray(processes['gpus']))
    )
      return null;
  }
  return members as unknown as StreamServerMessage;
}

function isProcess(one: unknown): boolean {
  return typeof one === 'object' && one !== null && 'rows' in one && Array.isArray(one.rows);
}
