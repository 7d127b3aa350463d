/* The demo fleet: real SSH servers on loopback ports, with a stand-in for nvidia-smi, started by
   ops/dev/fleet. Steady: only a test's own jobs run. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths';

/** "GPUS OWNER MIB BUSY COMMAND…", as the fleet's supervisor reads it. */
export interface Job {
  gpus: number[];
  owner: string;
  mib?: number;
  busy?: number;
  command?: string;
}

export class Fleet {
  constructor(readonly folder: string) {}

  /** `tool`: another copy of ops/dev/fleet, with its own hosts; `accounts`: UNIX accounts on each,
      besides Dibs's own. */
  static async start(tool = join(root, 'ops/dev/fleet'), accounts: string[] = []): Promise<Fleet> {
    const folder = mkdtempSync(join(tmpdir(), 'dibs-fleet.'));
    const words = [
      'start',
      folder,
      '--steady',
      '--while',
      String(process.pid),
      '--accounts',
      accounts.join(' '),
    ];
    const child = spawn(tool, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (data: Buffer) => (said += data.toString()));
    child.stderr.on('data', (data: Buffer) => (said += data.toString()));
    const code = await new Promise<number | null>((done) => child.on('exit', done));
    if (code !== 0) throw new Error(`the demo fleet did not start:\n${said}`);
    return new Fleet(folder);
  }

  get hostsFile(): string {
    return join(this.folder, 'hosts.toml');
  }

  /** The jobs of a host from its next second on; none: it is idle. */
  wants(host: string, ...jobs: Job[]): void {
    const lines = jobs.map(
      (job) =>
        `${job.gpus.join(',')} ${job.owner} ${job.mib ?? 4096} ${job.busy ?? 80} ${job.command ?? 'python3 train.py'}\n`,
    );
    this.#put(host, 'wanted', lines.join(''));
  }

  /** Overrides values of a host's GPUs from its next second on, "GPU FIELD VALUE" each; none: the
      normal values. */
  spoil(host: string, ...answers: string[]): void {
    this.#put(host, 'health', answers.map((line) => `${line}\n`).join(''));
  }

  /** The host's driver answers only these words; none: it works again. */
  breakDriver(host: string, words?: string): void {
    if (words === undefined) return rmSync(join(this.folder, host, 'broken'), { force: true });
    this.#put(host, 'broken', `9\n${words}\n`);
  }

  /** From its next session on a GPU of a host reports the UUID of another host's GPU, as on a
      copied machine. */
  takeUuid(host: string, index: number, other: string, otherIndex: number): void {
    const read = (name: string): string[] =>
      readFileSync(join(this.folder, name, 'gpus'), 'utf8').split('\n');
    const [lines, uuid = ''] = [read(host), read(other)[otherIndex]?.split(/\s+/)[1]];
    const words = (lines[index] ?? '').split(/\s+/);
    lines[index] = [words[0], uuid, ...words.slice(2)].join(' ');
    this.#put(host, 'gpus', lines.join('\n'));
    this.#signal(host, 'SIGKILL'); // its sessions end, and it is probed again
  }

  /** A host hangs: connections stay open without data. */
  freeze(host: string): void {
    this.#signal(host, 'SIGSTOP');
  }

  thaw(host: string): void {
    this.#signal(host, 'SIGCONT');
  }

  // Readers get either the whole new text or the old one.
  #put(host: string, name: string, text: string): void {
    const path = join(this.folder, host, name);
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }

  #signal(host: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
    for (const pid of this.#processesOf(host)) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended meanwhile
      }
    }
  }

  // The SSH server of a host and its descendants.
  #processesOf(host: string): number[] {
    const found: number[] = [];
    const children = new Map<number, number[]>();
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
        if (
          readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(
            `${this.folder}/${host}/sshd_config`,
          )
        )
          found.push(Number(name));
      } catch {
        // it ended meanwhile
      }
    }
    for (const pid of found)
      found.push(...(children.get(pid) ?? []).filter((child) => !found.includes(child)));
    return found;
  }

  stop(tool = join(root, 'ops/dev/fleet')): void {
    spawnSync(tool, ['stop', this.folder], { stdio: 'ignore', timeout: 30_000 });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
