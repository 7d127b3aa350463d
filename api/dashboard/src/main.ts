/* Where the page begins: the styles, then the shell. */
import './style/tokens.css';
import './style/base.css';
import { mount } from 'svelte';
import App from './app/App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
