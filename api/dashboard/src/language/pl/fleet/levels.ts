/* Co jest naruszeniem na jednym hoście albo dla jednej grupy. */
import type { levels as english } from '../../en/fleet/levels';
import type { Same } from '../../message';

export const levels: Same<typeof english> = {
  'levels.title': 'Naruszeniem jest',
  'levels.of': 'Co jest naruszeniem: {name}',
  'levels.asSite': 'jak w zasadach ogólnych: {level}',
  'levels.done': 'Ustawiono, co jest naruszeniem: {name}',
  'levels.hint': 'Z poziomów hosta i grup osoby liczy się ten, który pozwala na więcej.',
};
