/* What comes of taking an event back, or why it cannot be: with what finds that out, once somebody asks. */
import type { revert as english } from '../../en/reports/revert';
import type { Same } from '../../message';

export const revert: Same<typeof english> = {
  'revert.done': 'Cofnięto: {what}',
  'revert.then': 'Byłoby: {what}',
  'revert.changedSince': 'Od tego czasu były dalsze zmiany: one też przepadną.',
  'revert.later': {
    one: 'Przepadnie też {count} późniejsza zmiana: {who}, {time}.',
    few: 'Przepadną też {count} późniejsze zmiany: {who}, od {time}.',
    other: 'Przepadnie też {count} późniejszych zmian: {who}, od {time}.',
  },
  'revert.cancels': 'Rezerwacja zostanie odwołana, a GPU będą wolne.',
  'revert.releases': 'Rezerwacja trwa: reszta jej czasu zostanie zwolniona.',
  'revert.rebooks': 'Od teraz do dawnego końca, jako nowa rezerwacja.',
  'revert.unexcuses': '{who} na {gpu} to znowu naruszenie.',
  'revert.rules': 'Obowiązują wszystkich od chwili, gdy zostaną zapisane.',
  'revert.yours': 'Należy do tego, kto ją utworzy na nowo: byłaby Twoja.',
  'revert.isSo': 'tak już jest.',
  'revert.over': 'to już się skończyło.',
  'revert.swapped': 'wymieniła GPU, bo któreś było bezużyteczne: tak zostaje.',
  'revert.suspended': 'jest zawieszona i niczego nie zajmuje.',
  'revert.cancelled': 'rezerwacja jest odwołana. Najpierw cofnij odwołanie.',
  'revert.gone': 'tablicy już nie ma.',
  'revert.grantGone': 'uprawnienie zostało wycofane.',
  'revert.unknown': 'historia nie mówi, jak było przedtem.',
};
