/* The confirmation before another person's booking is changed: fetched on demand. */
export { default as AdminConfirm } from '../../parts/AdminConfirm.svelte';
