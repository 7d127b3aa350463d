/* Where the page begins: styles, what this browser chose, who is signed in, then the shell. */
import './style/tokens.css';
import './style/base.css';
import { mount } from 'svelte';
import App from './app/App.svelte';
import { loadPreferences } from './app/preferences.svelte';
import { startRouter } from './app/router.svelte';
import './data/live/all';
import { session } from './data/session.svelte';

loadPreferences();
startRouter();
void session.look();

const target = document.getElementById('app');
if (target) mount(App, { target });
