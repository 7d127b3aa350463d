/* Sets up a calendar for its screen: the state, in step with the address, and the booking that the
   address names. Call while a component is created. */
import { untrack } from 'svelte';
import { AddressBar } from './address';
import { ChosenBooking } from './chosen_booking.svelte';
import { CalendarState } from './state.svelte';

export function openCalendar(query: () => URLSearchParams): {
  view: CalendarState;
  chosen: ChosenBooking;
} {
  const view = new CalendarState();
  $effect.pre(() => view.follow());
  const address = untrack(() => new AddressBar(view, query()));
  $effect(() => address.read(query()));
  $effect(() => address.write());
  const chosen = new ChosenBooking(view);
  $effect(() => chosen.follow());
  $effect(() => chosen.bring());
  return { view, chosen };
}
