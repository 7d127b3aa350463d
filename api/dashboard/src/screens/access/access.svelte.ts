/* The screen's data, read whole and again when the stream reports a change: groups and grants, and
   the members or person of the open one. Names of ids that were chosen here are kept beside. */
import { SvelteMap } from 'svelte/reactivity';
import {
  listGrants,
  listGroups,
  listInvitations,
  listMembers,
  readPerson,
  type Change,
} from '../../data/access/access';
import { listPeople } from '../../data/people/account';
import { fleet } from '../../data/live/fleet.svelte';
import type { Problem, Result } from '../../data/problem';
import { session } from '../../data/session.svelte';
import type { Grant, Group, GroupMember, Invitation, Person } from '../../data/types';
import { byName } from '../../lib/by_name';
import { Lazy } from '../../parts/lazy.svelte';
import { membersByGroup, type Subject } from './reach';

export type Opened = { kind: 'group' | 'person' | 'host'; id: string } | null;

/** A confirmation before a change that touches bookings. */
export interface Question {
  title: string;
  /** The button's text. */
  action: string;
  change: Change;
  /** The toast's text; with the undo action, if there is one. */
  done: string;
  back?: () => Promise<Result<unknown>>;
  /** Shown beside the effect on bookings. */
  text?: string;
  /** It cannot be undone. */
  danger?: boolean;
  after?: () => void;
}

const soonMs = 120;

export class Access {
  groups = $state.raw<readonly Group[]>([]);
  grants = $state.raw<readonly Grant[]>([]);
  ready = $state(false);
  problem = $state.raw<Problem | null>(null);
  /** Of the open group; null before they are known. */
  members = $state.raw<readonly GroupMember[] | null>(null);
  /** Of the open group, for its managers; null before they are known, and for others. */
  invitations = $state.raw<readonly Invitation[] | null>(null);
  person = $state.raw<Person | null>(null);
  /** The members of each group, by name: shown as initials beside closed groups. Empty before it is
      known. */
  inside = $state.raw<ReadonlyMap<string, readonly Pick<Person, 'id' | 'name'>[]>>(new Map());
  /** The open one does not exist. */
  missing = $state(false);
  /** The open dialogs; `group` null: a new one. */
  question = $state.raw<Question | null>(null);
  dialog = $state.raw<{ group: Group | null; done?: (id: string) => void } | null>(null);
  /** The group whose limits are being set. */
  limits = $state.raw<Group | null>(null);
  /** Parts that are needed only to change something, or where an account is shown. */
  readonly later = new Lazy(() => import('./lazy_parts'));
  /** Counts reads: the dependency of further lists. */
  turn = $state(0);
  readonly #names = new SvelteMap<string, string>();
  #opened = $state.raw<Opened>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly admin: boolean = $derived(
    session.isAdmin && session.current?.scopes.includes('admin') === true,
  );

  group(id: string): Group | undefined {
    return this.groups.find((one) => one.id === id);
  }

  /** Whether the viewer manages the open group. */
  get manages(): boolean {
    return (
      this.members?.some((one) => one.manager && one.person_id === session.me?.id) === true &&
      session.current?.scopes.includes('book') === true
    );
  }

  get subject(): Subject | null {
    if (this.#opened?.kind === 'person')
      return this.person ? { kind: 'person', person: this.person } : null;
    const group = this.#opened?.kind === 'group' ? this.group(this.#opened.id) : undefined;
    return group ? { kind: 'group', id: group.id, name: group.name } : null;
  }

  learn(id: string, name: string): void {
    if (this.#names.get(id) !== name) this.#names.set(id, name);
  }

  /** The name of a person, a group, a host or a GPU. */
  nameOf(id: string): string {
    return (
      this.group(id)?.name ??
      fleet.hosts.get(id)?.name ??
      fleet.gpus.get(id)?.name ??
      this.#names.get(id) ??
      id
    );
  }

  async open(opened: Opened): Promise<void> {
    const same = opened?.id === this.#opened?.id;
    this.#opened = opened;
    if (!same)
      [this.members, this.invitations, this.person, this.missing] = [null, null, null, false];
    await this.#readOpened();
  }

  async read(): Promise<void> {
    const [groups, grants] = await Promise.all([listGroups(), listGrants()]);
    this.problem = groups.ok ? (grants.ok ? null : grants.problem) : groups.problem;
    if (groups.ok) this.groups = [...groups.value].sort((a, b) => byName.compare(a.name, b.name));
    if (grants.ok) {
      this.grants = grants.value;
      for (const { names } of grants.value) for (const { id, name } of names) this.learn(id, name);
    }
    if (groups.ok && grants.ok) this.ready = true;
    this.turn += 1;
  }

  /** Needed by the list of groups alone. */
  async readInside(): Promise<void> {
    const turn = this.turn;
    const got = await listPeople();
    if (got.ok && turn === this.turn) this.inside = membersByGroup(got.value);
  }

  /** Call after a change of one's own. */
  async again(): Promise<void> {
    await this.read();
    const opened = this.#opened;
    if (opened?.kind === 'group' && this.ready && !this.group(opened.id)) this.missing = true;
    else await this.#readOpened();
  }

  /** One read for a burst of facts. */
  againSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.again(), soonMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #readOpened(): Promise<void> {
    const opened = this.#opened;
    if (opened?.kind === 'group') {
      const got = await listMembers(opened.id);
      if (opened !== this.#opened) return;
      if (got.ok) {
        this.members = [...got.value].sort((a, b) => byName.compare(a.name, b.name));
        for (const one of got.value) this.learn(one.person_id, one.name);
        if (this.admin || this.manages) await this.#readInvitations(opened.id);
      } else this.#failed(got.problem);
    } else if (opened?.kind === 'person') {
      const got = await readPerson(opened.id);
      if (opened !== this.#opened) return;
      if (got.ok) {
        this.person = got.value;
        this.learn(got.value.id, got.value.name);
      } else this.#failed(got.problem);
    }
  }

  async #readInvitations(id: string): Promise<void> {
    const got = await listInvitations(id);
    if (id === this.#opened?.id && got.ok) this.invitations = got.value;
  }

  #failed(problem: Problem): void {
    if ([400, 404, 422].includes(problem.status)) this.missing = true;
    else this.problem = problem;
  }
}
