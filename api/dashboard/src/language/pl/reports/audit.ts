/* Historia, jakiej potrzebuje audyt. */
import type { audit as english } from '../../en/reports/audit';
import type { Same } from '../../message';

export const audit: Same<typeof english> = {
  'audit.byDibs': 'sam Dibs',
  'audit.link': 'Zdarzenie {position}, odnośnik',
  'audit.list': 'Zapis',
  'audit.time': 'Zapisano',
  'audit.who': 'Kto',
  'audit.what': 'Co',
  'audit.from': 'Skąd',
  'audit.outcome': 'Wynik',
  'audit.position': 'Zdarzenie',
  'audit.nowhere': 'bez adresu: sam Dibs',
  'audit.unknownFrom': 'nie zapisano',
  'audit.askedFor': 'Prośba dotyczyła {what}',
  'audit.done': 'Zrobione',
  'audit.refused': 'Odmowa',
  'audit.export': 'Eksportuj zdarzenia wybrane filtrami',
  'audit.exportAll': 'Od najstarszych, tak jak pisze dibs audit export',
  'audit.ndjson': 'NDJSON',
  'audit.csv': 'CSV',
  'audit.taking': {
    one: 'na razie {count} zdarzenie',
    few: 'na razie {count} zdarzenia',
    other: 'na razie {count} zdarzeń',
  },
  'audit.taken': {
    one: 'zapisano {count} zdarzenie',
    few: 'zapisano {count} zdarzenia',
    other: 'zapisano {count} zdarzeń',
  },
  'audit.seal': 'Pieczęć',
  'audit.sealed': 'Zapieczętowane do zdarzenia {position}, {time}.',
  'audit.sealedMore':
    'Kto cokolwiek do tego miejsca zmieni, zostanie wykryty. Tego, co później, jeszcze nic nie dowodzi: obejmie to następna pieczęć.',
  'audit.looked':
    'Ten serwer od {time} przeczytał dziennik na nowo do zdarzenia {position}: każda pieczęć pasuje do tego, co przed nią.',
  'audit.tampered':
    'Dziennik zdarzeń zmieniono: nie jest tym, co zapieczętowano. {problem} Zostaw maszynę, jak jest; dibsd log verify powie na niej więcej.',
  'audit.notSealed': 'Nic jeszcze nie jest zapieczętowane.',
  'audit.notSealedMore':
    'Pieczęcie powstają same, zwykle w każdej godzinie, w której coś się dzieje. Do tego czasu zmiany dziennika na dysku nie byłoby widać.',
  'audit.head': 'Przechowaj ten skrót na innej maszynie',
  'audit.verify': 'Później, gdy dibsd nie działa, albo na kopii zapasowej',
  'audit.signedBy': 'Podpisane kluczem',
};
