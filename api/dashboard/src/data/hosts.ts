/* Hosts come and go by an admin's hand: which key a machine offers, enrolled with that key, removed. */
import { api, ask, askAll, command, seen } from './client';
import type { Result } from './problem';
import type { Host, HostNew } from './types';

export interface OfferedKey {
  address: string;
  port: number;
  key_type: string;
  host_key_fingerprint: string;
}

export function listHosts(): Promise<Result<Host[]>> {
  return askAll((cursor) => api.GET('/api/v1/hosts', { params: { query: { limit: 1000, after: seen.position, ...(cursor === undefined ? {} : { cursor }) } } }));
}

export function askFingerprint(address: string, port: number): Promise<Result<OfferedKey>> {
  return ask(api.POST('/api/v1/hosts/fingerprint', { body: { address, port } }));
}

export function addHost(wish: HostNew): Promise<Result<Host>> {
  return command((once) => api.POST('/api/v1/hosts', { params: { header: { 'Idempotency-Key': once } }, body: wish }));
}

export function removeHost(id: string): Promise<Result<unknown>> {
  return command((once) => api.DELETE('/api/v1/hosts/{id}', { params: { path: { id }, header: { 'Idempotency-Key': once } } }));
}
