/* Parts of the calendar, or of a phone's list, that are needed only after a choice: a file of its
   own, so that the calendar loads sooner. Fetched when needed, and at rest, so that they work
   without a connection. The file's name is unique: a test waits for its chunk. */
import '../../language/en/bookings/calendar_late';
import '../../language/en/bookings/calendar';

export { default as AdminConfirm } from '../../parts/AdminConfirm.svelte';
export { default as DraftPopover } from './forms/DraftPopover.svelte';
export { default as FilterPopover } from './toolbar/FilterPopover.svelte';
export { default as MomentField } from './forms/MomentField.svelte';
export { default as MonthPopover } from './toolbar/MonthPopover.svelte';
export { default as NoBooking } from './side/NoBooking.svelte';
export { default as ProjectPart } from './forms/ProjectPart.svelte';
export { default as RefusedPopover } from './forms/RefusedPopover.svelte';
export { default as SidePanel } from './side/SidePanel.svelte';
export { default as Stepper } from './forms/Stepper.svelte';
export { default as TableView } from './TableView.svelte';
export { default as ClosedTimesLayer } from './timeline/ClosedTimesLayer.svelte';
