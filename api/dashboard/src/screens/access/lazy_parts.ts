/* Parts that are needed only to change something, or where an account is shown: a file of its
   own. */
import '../../language/en/people/access';
import '../../language/en/people/access_later';

export { default as Account } from './Account.svelte';
export { default as ConfirmChange } from './ConfirmChange.svelte';
export { default as EditPart } from './EditPart.svelte';
export { default as GroupDialog } from './GroupDialog.svelte';
export { default as ChangePreview } from './ChangePreview.svelte';
export { default as LimitsDialog } from './LimitsDialog.svelte';
