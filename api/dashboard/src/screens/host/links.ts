/* The links of a host's GPUs, in short: which of them NVLink joins, and which share a NUMA node.
   Pure. */
import type { Host } from '../../data/types';
import { runs } from '../../lib/format';

type Topology = NonNullable<Host['topology']>;

const byFirst = (groups: Iterable<number[]>): string[] =>
  [...groups]
    .sort((a, b) => Math.min(...a) - Math.min(...b))
    .map((group) => runs(group.map(String)));

/** "0-3", "4-7": groups of GPUs that NVLink joins, directly or through others; empty without
    any. */
export function joinedByNvlink(topology: Topology): string[] {
  const groupOf = new Map<number, number[]>();
  for (const link of topology.links) {
    if (link.kind !== 'nvlink') continue;
    const [one, other] = [groupOf.get(link.from) ?? [link.from], groupOf.get(link.to) ?? [link.to]];
    if (one === other) continue;
    const both = [...one, ...other];
    for (const index of both) groupOf.set(index, both);
  }
  return byFirst(new Set(groupOf.values()));
}

/** "0: 0-3", "1: 4-7": each NUMA node with its GPUs. */
export function numaNodes(topology: Topology): { node: number; gpus: string }[] {
  const nodes = new Map<number, string[]>();
  for (const { index, node } of topology.numa)
    nodes.set(node, [...(nodes.get(node) ?? []), String(index)]);
  return [...nodes]
    .sort(([a], [b]) => a - b)
    .map(([node, indices]) => ({ node, gpus: runs(indices) }));
}
