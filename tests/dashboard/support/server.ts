/* A real dibsd on a free port with its own data folder: started, stopped, killed, paused. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, password } from './api';
import { built, programs } from './paths';
import { until } from './until';

const unlimited =
  '[limits]\ncommands_per_min = 1000000\nsign_ins_per_min = 1000000\nsign_ins_per_address_min = 1000000\nsign_ins_per_account_min = 1000000\n';

export interface ServerOptions {
  /** The path prefix of all its addresses: "/dibs". */
  base?: string;
  hostsFile?: string;
  /** Further lines of server.toml, for the public address. */
  more?: (origin: string) => string;
  /** Starts with this many weeks of bookings and use (grow_usage), on two unreachable hosts. */
  weeks?: number;
}

export class Server {
  readonly base: string;
  port = 0;
  readonly #options: ServerOptions;
  #folder: string | null = null;
  #process: ChildProcess | null = null;

  constructor(options: ServerOptions = {}) {
    this.#options = options;
    this.base = options.base ?? '';
  }

  /** Created on first use: not every server of a suite is started. */
  get folder(): string {
    return (this.#folder ??= mkdtempSync(join(tmpdir(), 'dibs-dash.')));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The address of a path of the page: `address('/calendar')`. */
  address(path: string): string {
    return `${this.origin}${this.base}${path}`;
  }

  async start(): Promise<this> {
    if (this.port === 0) this.port = await freePort();
    const configuration = join(this.folder, 'server.toml');
    writeFileSync(configuration, unlimited + (this.#options.more?.(this.origin) ?? ''));
    const words = [
      '--data',
      join(this.folder, 'data'),
      '--listen',
      `127.0.0.1:${this.port}`,
      '--config',
      configuration,
      '--dashboard',
      built,
    ];
    if (this.base !== '') words.push('--base-path', this.base);
    if (this.#options.hostsFile !== undefined) words.push('--hosts-file', this.#options.hostsFile);
    const program = join(programs, 'dibsd');
    if (!existsSync(join(this.folder, 'data'))) this.#makeData();
    const out = openSync(this.#output, 'a');
    const child = spawn(program, words, { stdio: ['ignore', out, out] });
    closeSync(out);
    this.#process = child;
    const ready = async () => child.exitCode !== null || (await fetch(this.address('/readyz'))).ok;
    await until('dibsd is ready', ready, undefined, 20);
    if (child.exitCode !== null)
      throw new Error(`dibsd ended with ${child.exitCode}:\n${this.text}`);
    return this;
  }

  #makeData(): void {
    const data = join(this.folder, 'data');
    if (this.#options.weeks === undefined)
      execFileSync(join(programs, 'dibsd'), ['log', 'init', '--data', data], { stdio: 'ignore' });
    else
      execFileSync(join(programs, 'tests/grow_usage'), [data, String(this.#options.weeks)], {
        stdio: 'ignore',
      });
  }

  /** The one-time link of this start; printed a moment after it is ready. */
  setupLink(): Promise<string> {
    return until(
      'a one-time link',
      () => /Dibs is ready: (\S+\/setup\?token=\S+)/.exec(this.text)?.[1],
    );
  }

  /** Creates the first admin through the API. */
  async makeAdmin(name: string): Promise<Api> {
    const token = (await this.setupLink()).split('token=')[1] ?? '';
    const api = new Api(this);
    api.keepCookie(
      await api.send('POST', '/api/v1/setup', { token, name, unix_name: name, password }),
    );
    return api;
  }

  async signIn(name: string): Promise<Api> {
    const api = new Api(this);
    api.keepCookie(await api.send('POST', '/api/v1/session', { name, password }));
    return api;
  }

  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGCONT');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 8_000);
    await ended;
    clearTimeout(late);
  }

  async remove(): Promise<void> {
    await this.stop();
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  }

  get #output(): string {
    return join(this.folder, 'dibsd.out');
  }

  get text(): string {
    return readFileSync(this.#output, 'utf8');
  }
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object'
          ? done(address.port)
          : failed(new Error('no port')),
      );
    });
  });
}
