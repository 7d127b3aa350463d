/* A calendar as its screen begins: the state, which follows the address and is followed by it, and the booking that the
   address names. Called while a component is made. */
import { untrack } from 'svelte';
import { AddressBar } from './address';
import { Chosen } from './chosen_booking.svelte';
import { CalendarState } from './state.svelte';

export function openCalendar(query: () => URLSearchParams): { view: CalendarState; chosen: Chosen } {
  const view = new CalendarState();
  $effect.pre(() => view.follow());
  const address = untrack(() => new AddressBar(view, query()));
  $effect(() => address.read(query()));
  $effect(() => address.write());
  const chosen = new Chosen(view);
  $effect(() => chosen.follow());
  $effect(() => chosen.bring());
  return { view, chosen };
}
