/* Parts of the calendar, or of a phone's list, that are needed only after a choice: a file of its
   own, so that the calendar loads sooner. Fetched when needed, and at rest, so that they work
   without a connection. The file's name is unique: a test waits for its chunk. */
import '../../language/en/bookings/calendar_late';
import '../../language/en/bookings/calendar';

export { default as AdminConfirm } from '../../parts/AdminConfirm.svelte';
export { default as DraftPopover } from './DraftPopover.svelte';
export { default as FilterPopover } from './FilterPopover.svelte';
export { default as MomentField } from './MomentField.svelte';
export { default as MonthPopover } from './MonthPopover.svelte';
export { default as NoBooking } from './NoBooking.svelte';
export { default as ProjectPart } from './ProjectPart.svelte';
export { default as RefusedPopover } from './RefusedPopover.svelte';
export { default as SidePanel } from './SidePanel.svelte';
export { default as Stepper } from './Stepper.svelte';
export { default as TableView } from './TableView.svelte';
export { default as ClosedTimesLayer } from './ClosedTimesLayer.svelte';
