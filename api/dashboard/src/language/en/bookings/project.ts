/* The field for what a booking is for. */
import { english } from '../../english';

export const project = english({
  'project.title': 'Project',
  'project.example': 'for example bert',
  'project.wrong':
    'Only letters without accents, digits, - _ and . please, and first a letter or a digit.',
});
