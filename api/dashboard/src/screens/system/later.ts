/* The forms of the rules: a file of its own, needed only to set some. */
export { default as EnforcementDialog } from './EnforcementDialog.svelte';
export { default as GpuHealth } from './GpuHealth.svelte';
export { default as RulesDialog } from './RulesDialog.svelte';
