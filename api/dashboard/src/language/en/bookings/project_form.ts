/* The form in which the project of a booking is set. */
import { english } from '../../english';

export const projectForm = english({
  'projectForm.title': 'Project',
  'projectForm.none': 'none',
  'projectForm.hint': 'Budgets and the usage report know it. All of the booking counts for it.',
  'projectForm.done': 'Project of the booking: {what}',
});
