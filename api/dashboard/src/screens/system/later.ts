/* The forms of the rules: a file of its own, needed only to set some. */
export { default as EnforcementDialog } from './EnforcementDialog.svelte';
export { default as HealthDialog } from './HealthDialog.svelte';
export { default as RulesDialog } from './RulesDialog.svelte';
