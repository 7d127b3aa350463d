/* What stands on the panels of a board. */
import type { panels as english } from '../en/panels';
import type { Same } from '../message';

export const panels: Same<typeof english> = {
  'panel.freeOf': 'wolnych z {count} GPU',
  'panel.kind.free': 'Wolne teraz',
  'panel.kind.chart': 'Wykres',
  'panel.kind.tile': 'Liczba',
  'panel.kind.gpus': 'Kwadraty',
  'panel.kind.reservations': 'Rezerwacje',
  'panel.kind.violations': 'Naruszenia',
  'panel.kind.text': 'Tekst',
  'panel.wholeFleet': 'cała flota',
  'panel.gone': 'nie ma go już',
  'panel.goneHost': 'host, którego już nie ma',
  'panel.goneGpus': { one: '{count}, którego już nie ma', few: '{count}, których już nie ma', other: '{count}, których już nie ma' },
  'panel.nameText': 'Tekst: {text}',
  'panel.chartLabel': '{title}, {which}, ostatnie {length}',
  'panel.ofHosts': { one: '{count} host', few: '{count} hosty', many: '{count} hostów', other: '{count} hosta' },
  'panel.meanOf': 'średnia z {count} GPU',
  'panel.sum': 'razem {sum}',
  'panel.missing': 'brak danych z {count}',
  'panel.old': 'stare',
  'panel.squares': '{host}, {unit}',
  'panel.part.now': 'Teraz',
  'panel.part.next': 'Następne',
  'panel.nobody': 'Nikt nie ma żadnego z nich.',
  'panel.until': 'do {time}',
  'panel.since': 'od {time}',
  'panel.noViolations': 'Brak trwających naruszeń',
  'panel.violation': '{who} działa na tym, co rezerwuje {owner}',
  'panel.violationUnbooked': '{who} działa na tym, czego nikt nie zarezerwował',
};
