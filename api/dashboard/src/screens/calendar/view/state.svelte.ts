/* What the calendar shows and what is being done in it: one object a screen, made of runes over the
   pure functions in ../plan. The stores stay the only source of bookings; the index here follows
   them and redraws what changed. */
import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { clock } from '../../../data/clock.svelte';
import { bookings } from '../../../data/live/bookings.svelte';
import { fleet } from '../../../data/live/fleet.svelte';
import { siteRules } from '../../../data/live/rules.svelte';
import { indexText } from '../../../lib/format';
import { BookingIndex } from '../plan/bookings';
import { startCursor, type Cursor } from '../plan/cursor';
import { applyFilter, noFilter, type Filter } from '../plan/filter';
import { defaultSpan, endOf, fineSnapMs, pan, reveal, startAround, stepZoom, zoomTo, type TimeScale } from '../plan/geometry';
import type { GestureContext, Ghost } from '../plan/gesture';
import { isDense, Layout, place, type Block, type Picture } from '../plan/layout';
import { groupByHost, type CalendarGpu, type Draft } from '../plan/model';
import { makeRows, rowHeight, visibleRows } from '../plan/rows';
import { coloursOf, type Category } from './colours';
import { isMine, mayChange } from './here';
import { draftPopover, type Open } from './open';

export type ColourBy = 'whose' | 'person';

export class CalendarState {
  start = $state(startAround(clock.ms(), defaultSpan));
  span = $state(defaultSpan);
  width = $state(960);
  height = $state(600); // of the rows that can be seen
  scrollTop = $state(0);
  filter = $state.raw<Filter>(noFilter);
  colour = $state<ColourBy>('whose');
  asTable = $state(false);
  selectedId = $state<string | null>(null);
  editing = $state(false);
  hoveredId = $state<string | null>(null);
  ghost = $state.raw<Ghost | null>(null);
  open = $state.raw<Open | null>(null); // what stands beside the blocks: a draft, a conflict
  cursor = $state.raw<Cursor>(startCursor(startAround(clock.ms(), defaultSpan)));
  focused = $state(false);
  keyed = $state(false); // the last thing used was the keyboard
  said = $state('');
  readonly collapsed = new SvelteSet<string>();
  readonly opened = new SvelteSet<string>(); // by the person, while hosts are strips because of their number
  readonly index = new BookingIndex();
  /** Changes whenever the index does. */
  version = $state(0);
  blocks = $state.raw<Block[]>([]);
  readonly #layout = new Layout();

  readonly scale: TimeScale = $derived({ start: this.start, span: this.span, width: this.width });
  readonly hosts = $derived(groupByHost(fleet.gpuList.map((gpu) => calendarGpu(gpu.info))));
  readonly gpus = $derived(new Map(this.hosts.flatMap((host) => host.gpus).map((gpu) => [gpu.id, gpu])));
  readonly shown = $derived.by(() => {
    if (this.filter.free) void this.version;
    return applyFilter(this.hosts, this.filter, this.index);
  });
  readonly density = $derived.by(() => {
    void this.version;
    return isDense(this.index, this.shown.flatMap((host) => host.gpus), this.scale, this.height / rowHeight);
  });
  readonly dense: boolean = $derived(this.density.dense);
  readonly rows = $derived(makeRows(this.shown, this.#closed(this.dense)));
  readonly first: number = $derived(visibleRows(this.rows, this.scrollTop, this.height).first);
  readonly last: number = $derived(visibleRows(this.rows, this.scrollTop, this.height).last);
  readonly picture: Picture = $derived({ scale: this.scale, rows: this.rows, window: { first: this.first, last: this.last } });
  readonly pending = $derived([...bookings.pending.values()].flatMap((one) =>
    place(one.booking, this.picture).map((block) => ({ ...block, key: `pending/${block.key}`, problem: one.problem }))));
  readonly people = $derived.by(() => {
    void this.version;
    return this.colour === 'person' ? coloursOf([...this.index.all()].map((one) => one.owner).filter((owner) => !isMine({ owner }))) : new Map<string, Category>();
  });
  readonly rowsInView = $derived(this.rows.rows.slice(this.first, this.last + 1));
  /** Moves every ten seconds: what is past needs no more. */
  readonly now: number = $derived(Math.floor(clock.now / 10_000) * 10_000);
  /** The shortest booking that is offered; the server has the last word. */
  readonly shortestMs: number = $derived(Math.max(siteRules.shortestMs, fineSnapMs));
  readonly selected = $derived.by(() => {
    void this.version;
    return this.selectedId === null ? undefined : this.index.get(this.selectedId);
  });

  get gestureContext(): GestureContext {
    void this.version;
    return { rows: this.rows, index: this.index, gpus: this.gpus, now: clock.ms(), shortestMs: this.shortestMs };
  }
  get grid() {
    return { rows: this.rows, index: this.index, span: this.span, now: clock.ms(), mayChange };
  }

  today(): void {
    this.start = startAround(clock.ms(), this.span);
    this.cursor = { ...this.cursor, at: startCursor(this.start).at };
  }
  moveBy(share: number): void {
    this.panBy(share * this.span);
  }
  panBy(ms: number): void {
    this.start = pan(this.scale, ms, clock.ms()).start;
  }
  zoom(span: number, at = this.start + this.span / 10): void {
    const next = zoomTo(this.scale, span, at);
    this.start = next.start;
    this.span = next.span;
  }
  zoomStep(by: 1 | -1, at?: number): void {
    this.zoom(stepZoom(this.span, by), at);
  }
  show(at: number): void {
    this.start = reveal(this.scale, at).start;
  }
  toggleHost(id: string): void {
    const closedBy = this.dense ? this.opened : this.collapsed;
    if (closedBy.has(id)) closedBy.delete(id);
    else closedBy.add(id);
  }
  select(id: string | null, editing = false): void {
    this.selectedId = id;
    this.editing = editing;
  }
  draft(draft: Draft): void {
    this.open = draftPopover(draft);
  }
  close(): void {
    this.open = null;
    this.ghost = null;
  }

  #closed(dense: boolean): ReadonlySet<string> {
    if (!dense) return this.collapsed;
    return new Set(this.shown.map((host) => host.id).filter((id) => !this.opened.has(id)));
  }

  /** In an effect: brings the index up to the store. A booking that is the same object as before is the same. */
  follow(): void {
    const all = bookings.all;
    let changed = false;
    for (const booking of all) {
      if (this.index.get(booking.id) !== booking && this.index.put(booking)) changed = true;
    }
    if (all.length < this.index.size) {
      const kept = new Set(all.map((booking) => booking.id));
      for (const known of [...this.index.all()]) if (!kept.has(known.id)) changed = this.index.remove(known.id) || changed;
    }
    if (changed) untrack(() => (this.version += 1));
  }

  /** In an effect: the blocks in view, of which those that did not change stay the same objects. */
  draw(): void {
    void this.version;
    this.blocks = this.#layout.draw(this.index, this.picture).filter((block) => !bookings.pending.has(block.booking.id));
  }

  /** What is shown and a little on each side of it, in whole parts: panning asks for one more part. */
  readonly firstPart: number = $derived(Math.floor((this.start - this.span / 4) / this.span));
  readonly lastPart: number = $derived(Math.ceil((endOf(this.scale) + this.span / 4) / this.span));
  get parts(): { from: number; until: number }[] {
    const parts = [];
    for (let i = this.firstPart; i < this.lastPart; i++) parts.push({ from: i * this.span, until: (i + 1) * this.span });
    return parts;
  }
}

function calendarGpu(gpu: {
  id: string; host_id: string; host_name: string; index: number; parent_id?: string; parent_index?: number; model?: string; memory_total_mib?: number; state: CalendarGpu['state'];
}): CalendarGpu {
  return {
    id: gpu.id, hostId: gpu.host_id, hostName: gpu.host_name, index: indexText(gpu), model: gpu.model ?? '', state: gpu.state,
    ...(gpu.parent_id === undefined ? {} : { parent: gpu.parent_id }),
    ...(gpu.memory_total_mib === undefined ? {} : { memoryMib: gpu.memory_total_mib }),
  };
}
