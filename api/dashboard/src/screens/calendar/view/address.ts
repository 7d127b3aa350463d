/* The calendar's address follows what is shown, and what is shown follows the address: Back and
   Forward, a link. Opening a booking is an entry of the browser's history, so that Back closes it; all
   else replaces the entry, at rest: browsers refuse hundreds of changes in half a minute. */
import { untrack } from 'svelte';
import { navigate, router } from '../../../page/router.svelte';
import { clock } from '../../../data/clock.svelte';
import { addressOf, queryOf, type Address } from '../plan/address';
import { startAround } from '../plan/geometry';
import type { CalendarState } from './state.svelte';

const restMs = 300;
const ownPath = '/calendar';
const aheadShare = 0.1; // what stands in the address is a tenth of the width behind the left edge

export class AddressBar {
  readonly #view: CalendarState;
  #known: string;
  #opened = false; // by us, as an entry of its own
  #goingBack = false;

  constructor(view: CalendarState, query: URLSearchParams) {
    this.#view = view;
    this.#known = query.toString();
    this.#apply(addressOf(query));
  }

  /** In an effect: what the address says now, where it was not we who wrote it. */
  read(query: URLSearchParams): void {
    const text = query.toString();
    untrack(() => {
      if (text === this.#known) return;
      this.#known = text;
      this.#opened = false;
      if (this.#goingBack) {
        this.#goingBack = false;
        this.#replace(queryOf(this.#now()));
      } else this.#apply(addressOf(query));
    });
  }

  /** In an effect: writes what is shown, once it rests. */
  write(): () => void {
    const address = this.#now();
    const text = queryOf(address);
    const known = addressOf(new URLSearchParams(this.#known));
    if (text === this.#known || router.path !== ownPath) return () => {};
    if (address.reservation !== null && known.reservation === null) {
      this.#opened = true;
      this.#go(text, false);
      return () => {};
    }
    if (address.reservation === null && known.reservation !== null && this.#opened) {
      this.#goingBack = true;
      history.back();
      return () => {};
    }
    const timer = setTimeout(() => this.#replace(text), restMs);
    return () => clearTimeout(timer);
  }

  #replace(text: string): void {
    if (router.path === ownPath) this.#go(text, true);
  }
  #go(text: string, replace: boolean): void {
    this.#known = text;
    untrack(() => navigate(`${ownPath}${text === '' ? '' : `?${text}`}`, replace));
  }

  #now(): Address {
    const { start, span, placed, filter, colour, asTable, selectedId } = this.#view;
    return { at: placed ? start + span * aheadShare : null, span, filter, colour, table: asTable, reservation: selectedId };
  }

  #apply({ at, span, filter, colour, table, reservation }: Address): void {
    const view = this.#view;
    view.span = span;
    view.placed = at !== null;
    view.start = at === null ? startAround(clock.ms(), span) : at - span * aheadShare;
    view.filter = filter;
    view.colour = colour;
    view.asTable = table;
    view.select(reservation);
    view.sought = at === null ? reservation : null;
  }
}
