/* A board being edited. `base` is the version it started from. When another version appears, or the
   server answers 412, the person chooses the other version or overwrites it with their own. */
import { changeBoard } from '../../data/boards/board_commands';
import { isSame, wholeOf } from '../../data/boards/board_whole';
import { boards } from '../../data/live/boards.svelte';
import type { Problem } from '../../data/problem';
import type { Board, Panel } from '../../data/types';
import { t } from '../../language/t.svelte';
import { mostPanels } from '../../parts/panels/new_panels';
import { settled, withoutEmptyRows, type Place } from '../../parts/panels/layout';
import { arePlacedAlike, placed } from './draft';

const mostSteps = 100;

export class Draft {
  readonly id: string;
  base: Board;
  title = $state('');
  shared = $state(false);
  panels = $state.raw<readonly Panel[]>([]);
  /** Changes when something other than the grid moved panels. */
  layout = $state(0);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  #before: (readonly Panel[])[] = [];
  /** One's own version overwrites the other's up to this version. */
  #over = $state(0);

  constructor(board: Board) {
    this.id = board.id;
    this.base = board;
    this.#take(board);
  }

  get whole() {
    return { title: this.title.trim(), shared: this.shared, panels: [...this.panels] };
  }

  get changed(): boolean {
    return !isSame(this.whole, { ...wholeOf(this.base), panels: settled(this.base.panels) });
  }

  get full(): boolean {
    return this.panels.length >= mostPanels;
  }

  /** The version that another person saved meanwhile. */
  get theirs(): Board | null {
    const now = boards.known(this.id);
    return now && !this.busy && now.version > Math.max(this.base.version, this.#over) ? now : null;
  }

  /** The board was removed meanwhile, or made private. */
  get gone(): boolean {
    const followed = boards.byId.get(this.id);
    return followed !== undefined && 'problem' in followed && followed.problem.status === 404;
  }

  put(panel: Panel): void {
    const known = this.panels.some((one) => one.id === panel.id);
    this.#set(
      settled(
        known
          ? this.panels.map((one) => (one.id === panel.id ? panel : one))
          : [...this.panels, panel],
      ),
    );
    this.layout += 1;
  }

  remove(id: string): void {
    this.#set(this.panels.filter((panel) => panel.id !== id));
  }

  /** Takes the grid's positions. */
  arrange(places: ReadonlyMap<string, Place>): void {
    this.#set(placed(this.panels, places));
  }

  closeGaps(): void {
    this.#set(withoutEmptyRows(this.panels));
    this.layout += 1;
  }

  /** Undoes one step; false if there is none. */
  stepBack(): boolean {
    const before = this.#before.pop();
    if (!before) return false;
    this.panels = before;
    this.layout += 1;
    return true;
  }

  takeTheirs(board: Board): void {
    this.#over = board.version;
    this.base = board;
    this.#take(board);
    this.layout += 1;
  }

  keepMine(board: Board): void {
    this.#over = board.version;
    this.base = board;
    this.problem = null;
  }

  /** True when everything is saved. */
  async save(): Promise<boolean> {
    if (!this.changed) return true;
    this.busy = true;
    const result = await changeBoard(
      this.base,
      this.whole,
      t('boards.saved', { title: this.title.trim() }),
    );
    this.busy = false;
    this.problem = result.ok ? null : result.problem;
    if (!result.ok && result.problem.currentBoard) boards.put(result.problem.currentBoard);
    return result.ok;
  }

  #set(panels: readonly Panel[]): void {
    if (arePlacedAlike(this.panels, panels)) return;
    this.#before = [...this.#before.slice(-mostSteps), this.panels];
    this.panels = panels;
  }

  #take(board: Board): void {
    this.#before = [];
    this.title = board.title;
    this.shared = board.shared;
    this.panels = settled(board.panels);
    this.problem = null;
  }
}

/** Drafts left without saving: restored when their board is opened again, until the page is
    reloaded. */
const left = new Map<string, Draft>();

export function leave(draft: Draft): void {
  if (draft.changed) left.set(draft.id, draft);
}

export function leftDraft(id: string): Draft | null {
  const draft = left.get(id) ?? null;
  left.delete(id);
  return draft;
}
