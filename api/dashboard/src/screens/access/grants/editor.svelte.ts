/* Unsaved changes of grants, one draft each while the screen is open, and the chosen draft's effect
   on bookings, read shortly after each change. A grant that another person changed meanwhile is
   reported and read again. */
import { SvelteMap } from 'svelte/reactivity';
import {
  changeGrant,
  giveGrant,
  isStale,
  withdrawGrant,
  type Change,
  type GrantChange,
} from '../../../data/access/access';
import { clock } from '../../../data/clock.svelte';
import type { Problem } from '../../../data/problem';
import { takeBack } from '../../../data/access/safe_undo';
import type { Grant, Touched } from '../../../data/types';
import { undoStack } from '../../../data/undo.svelte';
import { puttingBack } from '../../../data/connection/versions';
import { t } from '../../../language/t.svelte';
import { freshId } from '../../../lib/ids';
import { isZone } from '../../../lib/zone';
import { preferences } from '../../../page/preferences.svelte';
import type { Access } from '../access.svelte';
import { draftOf, faultOf, newOf, patchOf, type Draft, type Fault } from './draft';

interface Unsaved {
  draft: Draft;
  /** The version it started from; undefined: the grant is new. */
  of: Grant | undefined;
}

const askAfterMs = 300;

export class Editor {
  readonly #access: Access;
  readonly #drafts = new SvelteMap<string, Unsaved>();
  chosen = $state<string | null>(null);
  touched = $state.raw<Touched | null>(null);
  problem = $state.raw<Problem | null>(null);
  /** The name of a grant that another person changed while it was edited. */
  stale = $state('');
  busy = $state(false);
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(access: Access) {
    this.#access = access;
  }

  readonly grant: Grant | undefined = $derived.by(() =>
    this.#access.grants.find((one) => one.id === this.chosen),
  );
  readonly #unsaved = $derived(this.chosen === null ? undefined : this.#drafts.get(this.chosen));
  /** The chosen grant as shown, with unsaved changes. */
  readonly draft: Draft | undefined = $derived(
    this.#unsaved?.draft ?? (this.grant ? draftOf(this.grant, preferences.zone) : undefined),
  );
  readonly saved: Draft | undefined = $derived(
    this.#unsaved
      ? this.#unsaved.of
        ? draftOf(this.#unsaved.of, preferences.zone)
        : undefined
      : this.draft,
  );
  readonly dirty: boolean = $derived(this.#unsaved !== undefined);
  readonly fault: Fault | undefined = $derived(
    this.draft && this.dirty ? faultOf(this.draft, isZone) : undefined,
  );

  get isNew(): boolean {
    return this.#unsaved !== undefined && this.#unsaved.of === undefined;
  }

  /** Grants that do not exist yet. */
  get fresh(): { id: string; draft: Draft }[] {
    return [...this.#drafts].flatMap(([id, { draft, of }]) => (of ? [] : [{ id, draft }]));
  }

  draftFor(grant: Grant): Draft {
    return this.#drafts.get(grant.id)?.draft ?? draftOf(grant, preferences.zone);
  }

  isDirty(id: string): boolean {
    return this.#drafts.has(id);
  }

  choose(id: string | null): void {
    if (id === this.chosen) return;
    this.chosen = id;
    this.stale = '';
    this.#begin();
  }

  start(draft: Draft): string {
    const id = freshId('grt', clock.ms());
    this.#drafts.set(id, { draft, of: undefined });
    this.choose(id);
    return id;
  }

  set(change: Partial<Draft>): void {
    const { chosen, draft, grant } = this;
    if (chosen === null || !draft) return;
    const of = this.#drafts.get(chosen)?.of ?? grant;
    const next = { ...draft, ...change };
    if (of && !patchOf(draftOf(of, preferences.zone), next)) this.#drafts.delete(chosen);
    else this.#drafts.set(chosen, { draft: next, of });
    this.stale = '';
    this.#begin();
  }

  discard(): void {
    const { chosen, isNew } = this;
    if (chosen === null) return;
    this.#drafts.delete(chosen);
    if (isNew) this.chosen = null;
    this.#begin();
  }

  /** The change as sent; undefined: nothing can be saved. */
  #change(): GrantChange | undefined {
    const unsaved = this.#unsaved;
    if (!unsaved || this.chosen === null || this.fault) return undefined;
    if (!unsaved.of) return giveGrant(newOf(unsaved.draft, this.chosen));
    const patch = patchOf(draftOf(unsaved.of, preferences.zone), unsaved.draft);
    return patch && changeGrant(unsaved.of.id, unsaved.of.version, patch);
  }

  // An earlier answer is about another change.
  #begin(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
    [this.touched, this.problem] = [null, null];
    const change = this.#change();
    if (!change) return;
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#ask(turn, change), askAfterMs);
  }

  async #ask(turn: number, change: Change): Promise<void> {
    const got = await change.dry();
    if (turn !== this.#turn) return;
    if (got.ok) this.touched = got.value;
    else await this.#failed(got.problem);
  }

  async #failed(problem: Problem): Promise<void> {
    if (!isStale(problem)) {
      this.problem = problem;
      return;
    }
    this.stale = this.#unsaved?.of?.name ?? '';
    if (this.chosen !== null) this.#drafts.delete(this.chosen);
    this.touched = null;
    await this.#access.again();
  }

  async save(): Promise<void> {
    const [unsaved, change, id] = [this.#unsaved, this.#change(), this.chosen];
    if (!unsaved || !change || id === null || this.busy) return;
    this.busy = true;
    this.#turn += 1;
    clearTimeout(this.#timer);
    const got = await change.run();
    if (got.ok) {
      await this.#access.again();
      this.#drafts.delete(id);
      [this.touched, this.problem] = [null, null];
      this.#leaveUndo(unsaved, got.value);
    } else await this.#failed(got.problem);
    this.busy = false;
  }

  #leaveUndo({ draft, of }: Unsaved, now: Grant): void {
    const back = of && patchOf(draft, draftOf(of, preferences.zone));
    if (!of)
      undoStack.done(t('access.given', { name: now.name }), () =>
        takeBack(withdrawGrant(now.id, now.version)),
      );
    else if (back)
      undoStack.done(t('access.changed', { name: now.name }), () =>
        puttingBack(of.id, of.version, takeBack(changeGrant(now.id, now.version, back))),
      );
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
  }
}
