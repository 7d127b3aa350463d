/* Na co jest rezerwacja. */
import type { project as english } from '../en/project';
import type { Same } from '../message';

export const project: Same<typeof english> = {
  'project.title': 'Projekt',
  'project.none': 'brak',
  'project.example': 'na przykład bert',
  'project.change': 'Zmień',
  'project.save': 'Ustaw',
  'project.hint': 'Litery, cyfry, - _ i . , które znają budżety i raport użycia. Liczy się do niego cała rezerwacja.',
  'project.wrong': 'Tylko litery bez ogonków, cyfry, - _ i . , a najpierw litera albo cyfra.',
  'project.done': 'Projekt rezerwacji: {what}',
  'project.changedMeanwhile': 'Ktoś w międzyczasie zmienił rezerwację. Zobacz, jaka jest teraz, i ustaw jeszcze raz.',
};
