/* Parts below and beside the usage report: a file of its own, loaded when the page is at rest. */
export { default as Budgets } from './budgets/Budgets.svelte';
export { default as UsageDetails } from './details/UsageDetails.svelte';
