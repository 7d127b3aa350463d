/* The environment of a test file: a server with the demo fleet, people, a browser. `useWorld` sets
   it up before the file's first test. After each test it checks that no page had faults and that no
   booking remains. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { chromium, type Browser, type Cookie } from 'playwright-core';
import type { Api, Gpu } from './api';
import { Fleet } from './fleet';
import { pictures } from './paths';
import { Server, type ServerOptions } from './server';
import { until } from './until';
import { Visitor, type VisitorOptions } from './visitor';

export interface WorldOptions extends ServerOptions {
  /** Default: ann. */
  admin?: string;
  /** Besides the admin. */
  people?: string[];
  /** GPUs to wait for; 0: no fleet at all. */
  gpus?: number;
  /** A fleet of its own, instead of the shared one. */
  ownFleet?: (fleet: Fleet) => void;
  /** Each page signs in for itself. */
  ownSessions?: boolean;
  /** Bookings stay from one test to the next. */
  keep?: boolean;
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['DIBS_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
    // The tests run without privileges, in containers too, where Chromium's sandbox cannot start;
    // it opens only Dibs's own pages here.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}

export class World {
  server = new Server();
  fleet = new Fleet('');
  browser!: Browser;
  admin!: Api;
  readonly people = new Map<string, Api>();
  readonly #gpus = new Map<string, string>();
  readonly #visitors: Visitor[] = [];
  readonly #sessions = new Map<string, Cookie[]>();
  #ownSessions = false;

  async begin(options: WorldOptions): Promise<void> {
    this.#ownSessions = options.ownSessions === true;
    const own = options.ownFleet !== undefined;
    const count = options.gpus ?? 14;
    if (count > 0) this.fleet = own ? await Fleet.start() : new Fleet(inject('fleet'));
    options.ownFleet?.(this.fleet);
    this.server = new Server({
      ...options,
      ...(count > 0 ? { hostsFile: this.fleet.hostsFile } : {}),
    });
    await this.server.start();
    this.browser = await launch();
    const admin = options.admin ?? 'ann';
    this.admin = await this.server.makeAdmin(admin);
    this.people.set(admin, this.admin);
    for (const name of options.people ?? []) {
      await this.admin.addPerson(name);
      this.people.set(name, await this.server.signIn(name));
    }
    const found = await until(
      `${count} GPUs`,
      async () => {
        const gpus = await this.admin.list<Gpu>('/api/v1/gpus?state=available');
        return gpus.length >= count && gpus;
      },
      undefined,
      100,
    );
    for (const gpu of found) this.#gpus.set(`${gpu.host_name}:${gpu.index}`, gpu.id);
  }

  async end(own: boolean): Promise<void> {
    await this.browser?.close();
    await this.server.remove();
    if (own) this.fleet.stop();
  }

  /** Ids of "gpu01:0-3", "gpu02:1". */
  gpus(...names: string[]): string[] {
    return names.flatMap((name) => {
      const [host = '', indices = ''] = name.split(':');
      const [first = 0, last = first] = indices.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, i) => {
        const id = this.#gpus.get(`${host}:${first + i}`);
        if (id === undefined) throw new Error(`no GPU ${host}:${first + i}`);
        return id;
      });
    });
  }

  as(name: string): Api {
    const api = this.people.get(name);
    if (!api) throw new Error(`nobody called ${name}`);
    return api;
  }

  /** A page of a signed-in person, in a browser of their own, with the person's session of this
      file. */
  async open(who: string, path: string, options: VisitorOptions = {}): Promise<Visitor> {
    const visitor = await this.stranger(options);
    if (options.ownSession ?? this.#ownSessions) await visitor.signIn(who);
    else await this.#lend(who, visitor);
    await visitor.go(path);
    return visitor;
  }

  // The pages of a person share one session: an account has few sign-ins a minute.
  async #lend(who: string, visitor: Visitor): Promise<void> {
    const known = this.#sessions.get(who);
    if (known) {
      await visitor.context.addCookies(known);
      if ((await visitor.context.request.get(this.server.address('/api/v1/session'))).ok()) return;
    }
    await visitor.signIn(who);
    this.#sessions.set(who, await visitor.context.cookies());
  }

  /** A browser without a session, at no page yet. */
  async stranger(options: VisitorOptions = {}): Promise<Visitor> {
    const visitor = await Visitor.arrive(this.browser, this.server, options);
    this.#visitors.push(visitor);
    return visitor;
  }

  /** `failed`: the last state is kept as a picture. */
  async afterEach(failed: string | null, keep: boolean): Promise<void> {
    const visitors = this.#visitors.splice(0);
    if (failed !== null) {
      for (const [i, visitor] of visitors.entries())
        await visitor.page
          .screenshot({ path: join(pictures, 'failed', `${fileName(failed)}-${i}.png`) })
          .catch(() => null);
    }
    const problems = visitors.flatMap((visitor) => visitor.unexpected);
    for (const visitor of visitors) await visitor.leave();
    if (!keep) await this.admin.clear();
    expect(problems, 'violations, errors and failed requests of the pages').toEqual([]);
  }
}

const fileName = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60);

export function useWorld(options: WorldOptions = {}): World {
  const world = new World();
  beforeAll(() => world.begin(options));
  afterEach(({ task }) =>
    world.afterEach(task.result?.state === 'fail' ? task.name : null, options.keep === true),
  );
  afterAll(() => world.end(options.ownFleet !== undefined));
  return world;
}

/** A time of day, `days` from today, in the tests' zone. */
export function dayAt(days: number, hours: number, minutes = 0): number {
  const now = new Date();
  return new Date(
    now.getFullYear(),
    now.getMonth(),
    now.getDate() + days,
    hours,
    minutes,
  ).getTime();
}

/** A start that is in the past for every page: their clocks are right to a second or two. */
export function aMomentAgo(): number {
  return Date.now() - 3_000;
}
