/* Loads every store before the stream begins: a store that came with a screen's code would have
   missed the snapshot. */
import './bookings.svelte';
import './fleet.svelte';
import './processes.svelte';
import './violations.svelte';
