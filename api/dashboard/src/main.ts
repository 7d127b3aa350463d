/* Starts the page: styles, this browser's preferences, the session, then the shell. */
import './language/en/shell';
import './language/en/people/signing';
import './language/en/words';
import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';
import './style/controls.css';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { loadPreferences } from './page/preferences.svelte';
import { startRouter } from './page/router.svelte';
// Every store is loaded before the stream: one that came with a screen's code would miss the
// snapshot.
import './data/live/bookings.svelte';
import './data/live/fleet.svelte';
import './data/live/processes.svelte';
import './data/live/rules.svelte';
import './data/live/violations.svelte';
import { session } from './data/session.svelte';

loadPreferences();
startRouter();
void session.look();

const target = document.getElementById('app');
if (target) mount(App, { target });
