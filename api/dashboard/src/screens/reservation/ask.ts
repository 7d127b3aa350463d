/* The question before something of somebody else's is changed: fetched when it is asked. */
export { default as AskFirst } from '../../parts/AskFirst.svelte';
