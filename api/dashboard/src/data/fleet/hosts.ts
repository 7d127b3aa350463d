/* Hosts, for admins: reading the key that a host offers, enrolling the host with that key, removing
   it; and the defaults of the form for a new host. */
import { api, ask, askAll, command, seen } from '../client';
import type { Result } from '../problem';
import type { Clash, Gpu, Host, HostNew, JumpNew } from '../types';

export interface OfferedKey {
  address: string;
  port: number;
  key_type: string;
  host_key_fingerprint: string;
}

export function listHosts(): Promise<Result<Host[]>> {
  return askAll((cursor) =>
    api.GET('/api/v1/hosts', {
      params: {
        query: {
          limit: 1000,
          at_least: seen.position,
          ...(cursor === undefined ? {} : { cursor }),
        },
      },
    }),
  );
}

/** Reads it through these jump hosts, if there are any. */
export function askFingerprint(
  address: string,
  port: number,
  jumps: readonly JumpNew[] = [],
): Promise<Result<OfferedKey>> {
  return ask(
    api.POST('/api/v1/hosts/fingerprint', {
      body: { address, port, ...(jumps.length === 0 ? {} : { jumps: [...jumps] }) },
    }),
  );
}

export function addHost(host: HostNew): Promise<Result<Host>> {
  return command((once) =>
    api.POST('/api/v1/hosts', { params: { header: { 'Idempotency-Key': once } }, body: host }),
  );
}

export function removeHost(id: string): Promise<Result<unknown>> {
  return command((once) =>
    api.DELETE('/api/v1/hosts/{id}', {
      params: { path: { id }, header: { 'Idempotency-Key': once } },
    }),
  );
}

/** Declares that a GPU is in the other host that reports it. */
export function moveGpu(id: string, host: string): Promise<Result<Gpu>> {
  return command((once) =>
    api.POST('/api/v1/gpus/{id}/move', {
      params: { path: { id }, header: { 'Idempotency-Key': once } },
      body: { host_id: host },
    }),
  );
}

/** Why the host's GPUs can be neither used nor read now: it is unreachable, its key is not the
    pinned one, or its GPU driver does not work. */
export const troubles = ['unreachable', 'key', 'driver'] as const;
export type Trouble = (typeof troubles)[number];

const troubleOfState: Record<Host['state'], Trouble | undefined> = {
  connecting: undefined,
  reachable: undefined,
  unreachable: 'unreachable',
  key_changed: 'key',
  driver_broken: 'driver',
};

export function troubleOf(host: Host | undefined): Trouble | undefined {
  return host === undefined ? undefined : troubleOfState[host.state];
}

export function isDown(host: Host | undefined): host is Host {
  return troubleOf(host) !== undefined;
}

/** A clash concerns two hosts and is shown once: at its own host, or at the other if its own was
    removed. */
export function clashesShownAt(host: Host, hosts: readonly Host[]): Clash[] {
  return host.clashes.filter(
    (clash) => host.id === clash.host_id || !hosts.some((one) => one.id === clash.host_id),
  );
}

/** SSH works, and the host's own values (processors, memory, load) are current, whatever its GPU
    driver does. */
export function isReached(host: Host): boolean {
  return host.state === 'reachable' || host.state === 'driver_broken';
}

/** A larger clock difference is reported, s. */
const clockLeewayS = 300;

/** Whether an offset from the server's clock is worth reporting. Positive: the host is ahead. */
export function isClockOff(offsetS: number | undefined): offsetS is number {
  return offsetS !== undefined && Math.abs(offsetS) > clockLeewayS;
}

/** "gpu01.example.org" becomes gpu01; a numeric address gives no name. */
export function hostNameFor(address: string): string {
  const plain = address.trim().toLowerCase();
  if (plain.includes(':') || /^[\d.]+$/.test(plain)) return '';
  const first = plain.split('.')[0] ?? '';
  return first
    .replace(/[^a-z0-9-]/g, '')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63);
}

/** A command to run on the host itself; it shows the fingerprint of its key of that type. */
export function compareCommand(keyType: string): string {
  const kind = /ed25519|ecdsa|rsa/.exec(keyType)?.[0] ?? '*';
  return `ssh-keygen -lf /etc/ssh/ssh_host_${kind}_key.pub`;
}
