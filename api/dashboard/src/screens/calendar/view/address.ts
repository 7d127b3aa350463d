/* Keeps the calendar's address and its view in step: Back and Forward, links. Opening a booking is
   an entry of the browser's history, so that Back closes it; everything else replaces the entry, at
   rest: browsers refuse hundreds of changes in half a minute. */
import { untrack } from 'svelte';
import { navigate, router } from '../../../page/router.svelte';
import { clock } from '../../../data/clock.svelte';
import { addressOf, queryOf, type Address } from '../plan/address';
import { startAround } from '../plan/geometry';
import type { CalendarState } from './state.svelte';

const restMs = 300;
const ownPath = '/calendar';
const aheadShare = 0.1; // the address's time is a tenth of the width behind the left edge

export class AddressBar {
  readonly #view: CalendarState;
  #known: string;
  #opened = false; // opened here, as an entry of its own
  #goingBack = false;

  constructor(view: CalendarState, query: URLSearchParams) {
    this.#view = view;
    this.#known = query.toString();
    this.#apply(addressOf(query));
  }

  /** Call in an effect: reads the address, unless this class wrote it. */
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

  /** Call in an effect: writes the view once it is at rest. */
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
    return {
      at: placed ? start + span * aheadShare : null,
      span,
      filter,
      colour,
      table: asTable,
      reservation: selectedId,
    };
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
