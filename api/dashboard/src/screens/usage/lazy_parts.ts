/* What stands below the report of use and beside it: a file of its own, which comes when the page is at rest. */
export { default as Budgets } from './Budgets.svelte';
export { default as UsageDetails } from './UsageDetails.svelte';
