/* The API as the tests use it beside the page: seeding, and the server's answers to compare with
   the page. Uses a signed-in person's cookie; keeps every answer's position, so that reads include
   it. */
import type { Server } from './server';

export const password = 'correct horse battery';
export const hour = 3_600_000;
export const quarter = 900_000;

export interface Reservation {
  id: string;
  gpus: string[];
  owner_id: string;
  owner_name: string;
  title: string;
  from: string;
  until: string;
  state: 'upcoming' | 'running' | 'finished' | 'cancelled' | 'released' | 'pending' | 'declined';
  version: number;
}

export interface Gpu {
  id: string;
  host_id: string;
  host_name: string;
  index: number;
  model: string;
  state: string;
}

export interface Violation {
  id: string;
  gpu_name: string;
  owner_name: string;
  unix_name: string;
  state: string;
}

type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export class Api {
  cookie = '';

  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const head: Record<string, string> = {
      Origin: this.#server.origin,
      'Dibs-Client': 'tests',
      ...headers,
    };
    if (this.cookie !== '') head['Cookie'] = this.cookie;
    if (body !== undefined) head['Content-Type'] = headers['Content-Type'] ?? 'application/json';
    const response = await fetch(this.#server.address(path), {
      method,
      headers: head,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  keepCookie(answer: Answer): void {
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    this.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  /** The body, if the status is `status`. */
  async expect<T>(
    status: number,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await this.send(method, path, body, headers);
    if (answer.status !== status)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  get<T>(path: string): Promise<T> {
    return this.expect<T>(200, 'GET', path);
  }

  async list<T>(path: string): Promise<T[]> {
    return (await this.get<{ items: T[] }>(path)).items;
  }

  async addPerson(name: string, role: 'user' | 'admin' = 'user', unixName = name): Promise<void> {
    await this.expect(201, 'POST', '/api/v1/people', { name, unix_name: unixName, role, password });
  }

  book(
    gpus: readonly string[],
    from: number,
    until: number,
    title = '',
    more: Json = {},
  ): Promise<Reservation> {
    return this.expect(201, 'POST', '/api/v1/reservations', {
      gpus,
      from: iso(from),
      until: iso(until),
      title,
      ...more,
    });
  }

  change(booking: Reservation, changes: Json): Promise<Reservation> {
    return this.expect(200, 'PATCH', `/api/v1/reservations/${booking.id}`, changes, {
      'If-Match': `"v${booking.version}"`,
      'Content-Type': 'application/merge-patch+json',
    });
  }

  cancel(booking: Reservation): Promise<unknown> {
    return this.expect(200, 'DELETE', `/api/v1/reservations/${booking.id}`, undefined, {
      'If-Match': '*',
    });
  }

  reservation(id: string): Promise<Reservation> {
    return this.get(`/api/v1/reservations/${id}`);
  }

  async reservations(state = 'upcoming,running'): Promise<Reservation[]> {
    return this.list(`/api/v1/reservations?state=${state}&limit=1000`);
  }

  /** Ends all upcoming and running bookings. */
  async clear(): Promise<void> {
    for (const booking of await this.reservations()) await this.cancel(booking);
  }
}

export const iso = (at: number): string => new Date(at).toISOString();
