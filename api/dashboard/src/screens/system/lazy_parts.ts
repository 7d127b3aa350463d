/* The forms of a new host and of the rules. A file of its own, needed only when one is opened. */
export { default as AddHost } from './AddHost.svelte';
export { default as EnforcementDialog } from './EnforcementDialog.svelte';
export { default as GpuHealth } from './GpuHealth.svelte';
export { default as RulesDialog } from './RulesDialog.svelte';
