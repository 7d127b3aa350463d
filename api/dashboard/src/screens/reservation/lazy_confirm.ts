/* The question before something of somebody else's is changed: fetched when it is asked. */
export { default as AdminConfirm } from '../../parts/AdminConfirm.svelte';
