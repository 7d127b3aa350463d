/* Budżety godzin GPU na ekranie użycia. */
import type { budgets as english } from '../../en/reports/budgets';
import type { Same } from '../../message';

export const budgets: Same<typeof english> = {
  'budgets.title': 'Budżety',
  'budgets.unit': 'zarezerwowane godziny GPU',
  'budgets.none': 'Żadna grupa i żaden projekt nie ma budżetu.',
  'budgets.noneAdmin':
    'Żadna grupa i żaden projekt nie ma budżetu. Gdy powstanie, liczy się do niego to, co zarezerwowane.',
  'budgets.new': 'Nowy budżet',
  'budgets.edit': 'Zmień budżet: {of}',
  'budgets.change': 'Zmień',
  'budgets.ofProject': 'Projekt {of}',
  'budgets.ofGroup': 'Grupa {of}',
  'budgets.period.week': 'co tydzień',
  'budgets.period.month': 'co miesiąc',
  'budgets.period.quarter': 'co kwartał',
  'budgets.period.year': 'co rok',
  'budgets.period.once': 'raz',
  'budgets.spent': 'Zużyte',
  'budgets.ahead': 'Zarezerwowane naprzód',
  'budgets.left': 'Zostało',
  'budgets.over': 'Ponad',
  'budgets.bar':
    '{of}: godziny GPU: {all}, zużyte {spent}, zarezerwowane naprzód {ahead}, zostało {left}',
  'budgets.barOver':
    '{of}: godziny GPU: {all}, zużyte {spent}, zarezerwowane naprzód {ahead}, ponad budżet {over}',
  'budgets.refuses': 'Więcej nie można',
  'budgets.warns': 'Więcej można z ostrzeżeniem',
  'budgets.unknown': 'Nikt już nie zna jego strefy czasowej: {zone}',
  'budgets.whose': 'Czyj',
  'budgets.group': 'Grupa',
  'budgets.project': 'Projekt',
  'budgets.hours': 'Godziny GPU',
  'budgets.period': 'Okres',
  'budgets.from': 'Od',
  'budgets.until': 'Do, włącznie',
  'budgets.zone': 'Według kalendarza: {zone}',
  'budgets.whenSpent': 'Gdy się skończy',
  'budgets.refuse': 'odmawiać ponad to',
  'budgets.warn': 'rezerwować z ostrzeżeniem',
  'budgets.hint':
    'Liczy się czas zarezerwowany, użyty czy nie. Co zwolnione wcześniej, już się nie liczy.',
  'budgets.make': 'Utwórz',
  'budgets.remove': 'Usuń',
  'budgets.made': 'Nowy budżet: {of}',
  'budgets.changed': 'Zmieniony budżet: {of}',
  'budgets.removed': 'Usunięty budżet: {of}',
  'budgets.changedMeanwhile':
    'Ktoś w międzyczasie zmienił budżet. Zamknij to i zobacz, jaki jest teraz.',
};
