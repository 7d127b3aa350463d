/* Formularz, w którym ustawia się projekt rezerwacji. */
import type { projectForm as english } from '../../en/bookings/project_form';
import type { Same } from '../../message';

export const projectForm: Same<typeof english> = {
  'projectForm.title': 'Projekt',
  'projectForm.none': 'brak',
  'projectForm.hint': 'Znają go budżety i raport użycia. Liczy się do niego cała rezerwacja.',
  'projectForm.done': 'Projekt rezerwacji: {what}',
};
