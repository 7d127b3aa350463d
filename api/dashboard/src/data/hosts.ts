/* Hosts, as admins add and remove them: which key a machine offers, enrolled with that key, removed;
   and what the form of a new one works out by itself. */
import { api, ask, askAll, command, seen } from './client';
import type { Result } from './problem';
import type { Clash, Gpu, Host, HostNew, JumpNew } from './types';

export interface OfferedKey {
  address: string;
  port: number;
  key_type: string;
  host_key_fingerprint: string;
}

export function listHosts(): Promise<Result<Host[]>> {
  return askAll((cursor) => api.GET('/api/v1/hosts', { params: { query: { limit: 1000, at_least: seen.position, ...(cursor === undefined ? {} : { cursor }) } } }));
}

/** Behind these jumps, if there are any. */
export function askFingerprint(address: string, port: number, jumps: readonly JumpNew[] = []): Promise<Result<OfferedKey>> {
  return ask(api.POST('/api/v1/hosts/fingerprint', { body: { address, port, ...(jumps.length === 0 ? {} : { jumps: [...jumps] }) } }));
}

export function addHost(host: HostNew): Promise<Result<Host>> {
  return command((once) => api.POST('/api/v1/hosts', { params: { header: { 'Idempotency-Key': once } }, body: host }));
}

export function removeHost(id: string): Promise<Result<unknown>> {
  return command((once) => api.DELETE('/api/v1/hosts/{id}', { params: { path: { id }, header: { 'Idempotency-Key': once } } }));
}

/** Says that a GPU is on the other host that reports it. */
export function moveGpu(id: string, host: string): Promise<Result<Gpu>> {
  return command((once) => api.POST('/api/v1/gpus/{id}/move', { params: { path: { id }, header: { 'Idempotency-Key': once } }, body: { host_id: host } }));
}

/** Why nobody can use its GPUs now, or say what they do: there is no way to it, it offers another key than the one pinned, or it
    is reached and its GPU driver does not work. */
export const troubles = ['unreachable', 'key', 'driver'] as const;
export type Trouble = (typeof troubles)[number];

const troubleOfState: Record<Host['state'], Trouble | undefined> = {
  connecting: undefined, reachable: undefined, unreachable: 'unreachable', key_changed: 'key', driver_broken: 'driver',
};

export function troubleOf(host: Host | undefined): Trouble | undefined {
  return host === undefined ? undefined : troubleOfState[host.state];
}

export function isDown(host: Host | undefined): host is Host {
  return troubleOf(host) !== undefined;
}

/** A clash stands at both hosts and is told once: at its own, or if that was removed at the other. */
export function clashesToldAt(host: Host, hosts: readonly Host[]): Clash[] {
  return host.clashes.filter((clash) => host.id === clash.host_id || !hosts.some((one) => one.id === clash.host_id));
}

/** SSH gets there, and what it says of itself (processors, memory, load) is of now, whatever its GPU driver does. */
export function isReached(host: Host): boolean {
  return host.state === 'reachable' || host.state === 'driver_broken';
}

/** Clocks that differ by more are worth a word. */
const clockLeewayS = 300;

/** Whether a clock that is so far ahead of the server's (negative: behind) is worth a word. */
export function isClockOff(offsetS: number | undefined): offsetS is number {
  return offsetS !== undefined && Math.abs(offsetS) > clockLeewayS;
}

/** "gpu01.example.org" is called gpu01; an address of numbers gives no name. */
export function hostNameFor(address: string): string {
  const plain = address.trim().toLowerCase();
  if (plain.includes(':') || /^[\d.]+$/.test(plain)) return '';
  const first = plain.split('.')[0] ?? '';
  return first.replace(/[^a-z0-9-]/g, '').replace(/^-+|-+$/g, '').slice(0, 63);
}

/** Typed on the host itself, it shows the fingerprint of the key of that type. */
export function compareCommand(keyType: string): string {
  const kind = /ed25519|ecdsa|rsa/.exec(keyType)?.[0] ?? '*';
  return `ssh-keygen -lf /etc/ssh/ssh_host_${kind}_key.pub`;
}
