/* What a booking is for. */
import { english } from '../english';

export const project = english({
  'project.title': 'Project',
  'project.none': 'none',
  'project.example': 'for example bert',
  'project.change': 'Change',
  'project.save': 'Set',
  'project.hint': 'Letters, digits, - _ and . of which the budgets and the usage report know. All of the booking counts for it.',
  'project.wrong': 'Only letters without accents, digits, - _ and . please, and first a letter or a digit.',
  'project.done': 'Project of the booking: {what}',
  'project.changedMeanwhile': 'Somebody changed the booking meanwhile. Look at it as it is now, and set it again.',
});
