/* The calendar's view and its current action: one object per screen, made of runes over the pure
   functions in ../plan. The stores stay the only source of bookings; the index here follows them
   and redraws changes. */
import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import { isOff, type Booking } from '../../../data/bookings/booking';
import { clock } from '../../../data/clock.svelte';
import { bookings } from '../../../data/live/bookings.svelte';
import { fleet } from '../../../data/live/fleet.svelte';
import { siteRules } from '../../../data/live/rules.svelte';
import { pastViolations } from '../../../data/live/past_violations.svelte';
import { unseenNow } from '../../../data/live/unseen_violations';
import { indexText } from '../../../lib/format';
import { BookingIndex } from '../plan/bookings';
import { minuteMs } from '../../../lib/zone';
import { cellAt, startCursor, type Cursor } from '../plan/input/cursor';
import { densityOf } from '../plan/drawing/density';
import { applyFilter, noFilter, type Filter } from '../plan/filter';
import {
  defaultSpan,
  endOf,
  fineSnapMs,
  pan,
  reveal,
  snapDown,
  startAround,
  stepZoom,
  timeToX,
  xToTime,
  zoomTo,
  type TimeScale,
} from '../plan/geometry';
import type { GestureContext, Ghost } from '../plan/input/gesture';
import {
  Layout,
  leastPx,
  place,
  type Block,
  type Picture,
  type Speck,
} from '../plan/drawing/layout';
import { marksOf, runsOf, type Mark } from '../plan/drawing/marks';
import { groupByHost, overlaps, type CalendarGpu, type Draft, type Interval } from '../plan/model';
import { makeRows, rowHeightFor, visibleRows } from '../plan/rows';
import { coloursOf, type Category } from './colours';
import { isMine, mayChange } from './viewer';
import { draftPopover, type Notice, type Open, type Question } from './open_popover';

const panelPx = 320;

export type ColourBy = 'whose' | 'person';

export class CalendarState {
  start = $state(startAround(clock.ms(), defaultSpan));
  /** The person chose this position; else it is now. */
  placed = $state(false);
  span = $state(defaultSpan);
  width = $state(960);
  height = $state(600); // of the visible rows
  scrollTop = $state(0);
  filter = $state.raw<Filter>(noFilter);
  colour = $state<ColourBy>('whose');
  asTable = $state(false);
  selectedId = $state<string | null>(null);
  /** For a link with a booking and no position: brought into view once it is known. */
  sought = $state<string | null>(null);
  /** A row to scroll to, once it exists. */
  wantedRow = $state<string | null>(null);
  editing = $state(false);
  hovered = $state.raw<Block | null>(null);
  ghost = $state.raw<Ghost | null>(null);
  open = $state.raw<Open | null>(null); // open beside the blocks: a draft, a conflict
  notice = $state.raw<Notice | null>(null); // why an action is impossible there
  question = $state.raw<Question | null>(null); // a confirmation before another person's booking is changed
  cursor = $state.raw<Cursor>(startCursor(cellAt(clock.ms(), defaultSpan)));
  focused = $state(false);
  keyed = $state(false); // the keyboard was used last
  said = $state('');
  readonly collapsed = new SvelteSet<string>();
  readonly index = new BookingIndex();
  /** Changes with the index. */
  version = $state(0);
  blocks = $state.raw<Block[]>([]);
  specks = $state.raw<readonly Speck[]>([]); // too narrow for blocks
  narrowest = $state(0); // narrowest block, px
  readonly #layout = new Layout();

  /** Updates every ten seconds, which is enough for the past. */
  readonly now: number = $derived(Math.floor(clock.now / 10_000) * 10_000);
  readonly scale: TimeScale = $derived({ start: this.start, span: this.span, width: this.width });
  readonly hosts = $derived(groupByHost(fleet.gpuList.map((gpu) => calendarGpu(gpu.info))));
  readonly gpus = $derived(
    new Map(this.hosts.flatMap((host) => host.gpus).map((gpu) => [gpu.id, gpu])),
  );
  readonly shown = $derived.by(() => {
    if (this.filter.free) void this.version;
    return applyFilter(this.hosts, this.filter, this.index);
  });
  readonly rowPx: number = $derived(rowHeightFor(this.hosts, this.height));
  readonly rows = $derived(makeRows(this.shown, this.collapsed, this.rowPx));
  readonly #runs = $derived(runsOf(pastViolations.all, unseenNow));
  readonly marks: readonly Mark[] = $derived(marksOf(this.#runs, this.rows, this.scale, this.now));
  readonly density = $derived(densityOf(this.specks, this.scale, isMine));
  readonly first: number = $derived(visibleRows(this.rows, this.scrollTop, this.height).first);
  readonly last: number = $derived(visibleRows(this.rows, this.scrollTop, this.height).last);
  readonly picture: Picture = $derived({
    scale: this.scale,
    rows: this.rows,
    window: { first: this.first, last: this.last },
  });
  readonly pending = $derived(
    [...bookings.pending.values()].flatMap((one) =>
      place(one.booking, this.picture).map((block) => ({
        ...block,
        key: `pending/${block.key}`,
        problem: one.problem,
      })),
    ),
  );
  readonly people = $derived.by(() => {
    void this.version;
    return this.colour === 'person'
      ? coloursOf(
          [...this.index.all()].map((one) => one.owner).filter((owner) => !isMine({ owner })),
        )
      : new Map<string, Category>();
  });
  readonly rowsInView = $derived(this.rows.rows.slice(this.first, this.last + 1));
  /** The shortest booking that is offered; the server decides. */
  readonly shortestMs: number = $derived(Math.max(siteRules.shortestMs, fineSnapMs));
  /** The chosen one and the one under the mouse, even if too narrow for blocks. */
  readonly marked = $derived.by(() => {
    void this.version;
    const found = new Set(
      [this.selectedId, this.hoveredId].flatMap((id) =>
        id === null ? [] : (this.index.get(id) ?? []),
      ),
    );
    return [...found]
      .filter((booking) => this.#isSpeck(booking))
      .flatMap((booking) => place(booking, this.picture));
  });
  readonly coarse: boolean = $derived(this.narrowest > leastPx);
  #isSpeck(booking: Booking): boolean {
    return ((booking.until - booking.from) / this.span) * this.width < this.narrowest;
  }
  readonly selected = $derived.by(() => {
    void this.version;
    return this.selectedId === null ? undefined : this.index.get(this.selectedId);
  });

  get gestureContext(): GestureContext {
    void this.version;
    const now = clock.ms();
    const latestStart = now + (siteRules.now?.horizon_min ?? Infinity) * minuteMs;
    return {
      rows: this.rows,
      index: this.index,
      gpus: this.gpus,
      now,
      shortestMs: this.shortestMs,
      latestStart,
    };
  }
  get grid() {
    return { rows: this.rows, index: this.index, span: this.span, now: clock.ms(), mayChange };
  }

  get hoveredId(): string | null {
    return this.hovered?.booking.id ?? null;
  }

  today(): void {
    this.start = startAround(clock.ms(), this.span);
    this.placed = false;
    this.cursor = { ...this.cursor, at: cellAt(clock.ms(), this.span) };
  }
  /** Starts the picture at a day, or at a typed moment. */
  goTo(at: number): void {
    this.#place(at);
    this.cursor = { ...this.cursor, at: cellAt(at, this.span) };
  }
  #place(start: number): void {
    this.start = pan({ ...this.scale, start }, 0, clock.ms()).start;
    this.placed = true;
  }
  moveBy(share: number): void {
    this.panBy(share * this.span);
  }
  panBy(ms: number): void {
    this.#place(this.start + ms);
  }
  zoom(span: number, at = this.start + this.span / 10): void {
    const next = zoomTo(this.scale, span, at);
    this.start = next.start;
    this.span = next.span;
    this.cursor = { ...this.cursor, at: cellAt(this.cursor.at, next.span) };
  }
  zoomStep(by: 1 | -1, at?: number): void {
    this.zoom(stepZoom(this.span, by), at);
  }
  show(at: number): void {
    const { start } = reveal({ ...this.scale, span: this.#seenSpan }, at);
    if (start !== this.start) this.#place(start);
  }
  /** Moves to the booking, in time and among the rows. */
  bringTo(booking: Booking): void {
    this.sought = null;
    if (!overlaps(booking, { from: this.start, until: this.start + this.#seenSpan }))
      this.#place(snapDown(booking.from - this.span / 10));
    this.wantedRow = booking.gpus.find((gpu) => this.gpus.has(gpu)) ?? null;
  }
  // The panel covers the rest.
  get #seenSpan(): number {
    return this.span * (this.selectedId === null ? 1 : Math.max(0.3, 1 - panelPx / this.width));
  }
  toggleHost(id: string): void {
    if (!this.collapsed.delete(id)) this.collapsed.add(id);
  }
  select(id: string | null, editing = false): void {
    this.selectedId = id;
    this.editing = editing;
    const booking = id === null ? undefined : this.index.get(id);
    if (booking && overlaps(booking, { from: this.start, until: endOf(this.scale) }))
      this.#uncover(booking);
  }
  // Moves the interval out from under the panel at the end of the picture.
  #uncover({ from, until }: Interval): void {
    const end = this.start + this.#seenSpan;
    const seen = end - Math.max(from, this.start);
    if (seen >= Math.min(until - from, this.#seenSpan / 4)) return;
    this.panBy(Math.min(until - end, from - this.start));
  }
  draft(draft: Draft): void {
    this.open = draftPopover(draft);
  }
  close(): void {
    this.open = null;
    this.ghost = null;
    this.notice = null;
  }
  /** Shows at a point why an action is impossible there. */
  tell(text: string, x: number, y: number): void {
    this.notice = { text, x, y };
    this.said = text;
  }
  /** The same at a row and a moment. */
  tellAt(text: string, row: number, at: number): void {
    const found = this.rows.rows[row];
    this.tell(text, timeToX(this.scale, at), found ? found.top + found.height : this.scrollTop);
  }
  /** The booking at a point of a row's density. */
  speckAt(gpu: string, x: number): Block | undefined {
    if (this.specks.length === 0) return undefined;
    const near = this.index.of(gpu, xToTime(this.scale, x - 1.5), xToTime(this.scale, x + 1.5));
    const booking = near.find((one) => this.#isSpeck(one));
    return booking && place(booking, this.picture).find((block) => block.gpus.includes(gpu));
  }

  /** Call in an effect: updates the index from the store. The same object means an unchanged
      booking. */
  follow(): void {
    const all = bookings.all.filter((booking) => !isOff(booking));
    let changed = false;
    for (const booking of all) {
      if (this.index.get(booking.id) !== booking && this.index.put(booking)) changed = true;
    }
    if (all.length < this.index.size) {
      const kept = new Set(all.map((booking) => booking.id));
      for (const known of [...this.index.all()])
        if (!kept.has(known.id)) changed = this.index.remove(known.id) || changed;
    }
    if (changed) untrack(() => (this.version += 1));
  }

  /** Call in an effect: computes the blocks in view; unchanged ones keep their objects. */
  draw(): void {
    void this.version;
    this.blocks = this.#layout
      .draw(this.index, this.picture)
      .filter((block) => !bookings.pending.has(block.booking.id));
    this.specks = this.#layout.specks;
    this.narrowest = this.#layout.narrowest;
  }

  /** The view with a margin on each side, in whole parts: panning loads one more part. */
  readonly firstPart: number = $derived(Math.floor((this.start - this.span / 4) / this.span));
  readonly lastPart: number = $derived(Math.ceil((endOf(this.scale) + this.span / 4) / this.span));
  get parts(): { from: number; until: number }[] {
    const parts = [];
    for (let i = this.firstPart; i < this.lastPart; i++)
      parts.push({ from: i * this.span, until: (i + 1) * this.span });
    return parts;
  }
}

function calendarGpu(gpu: {
  id: string;
  host_id: string;
  host_name: string;
  index: number;
  parent_id?: string;
  parent_index?: number;
  model?: string;
  memory_total_mib?: number;
  state: CalendarGpu['state'];
}): CalendarGpu {
  return {
    id: gpu.id,
    hostId: gpu.host_id,
    hostName: gpu.host_name,
    index: indexText(gpu),
    model: gpu.model ?? '',
    state: gpu.state,
    ...(gpu.parent_id === undefined ? {} : { parent: gpu.parent_id }),
    ...(gpu.memory_total_mib === undefined ? {} : { memoryMib: gpu.memory_total_mib }),
  };
}
