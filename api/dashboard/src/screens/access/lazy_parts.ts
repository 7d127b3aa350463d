/* Parts that are needed only to change something, or where an account is shown: a file of its
   own. */
import '../../language/en/people/access';
import '../../language/en/people/access_later';

export { default as Account } from './people/Account.svelte';
export { default as ConfirmChange } from './ConfirmChange.svelte';
export { default as EditPart } from './grants/EditPart.svelte';
export { default as GroupDialog } from './groups/GroupDialog.svelte';
export { default as ChangePreview } from './grants/ChangePreview.svelte';
export { default as LimitsDialog } from './groups/LimitsDialog.svelte';
