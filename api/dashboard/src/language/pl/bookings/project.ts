/* Pole na to, na co jest rezerwacja. */
import type { project as english } from '../../en/bookings/project';
import type { Same } from '../../message';

export const project: Same<typeof english> = {
  'project.title': 'Projekt',
  'project.example': 'na przykład bert',
  'project.wrong': 'Tylko litery bez ogonków, cyfry, - _ i . , a najpierw litera albo cyfra.',
};
