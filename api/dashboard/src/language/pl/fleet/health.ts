/* Kiedy GPU nie działa prawidłowo, według zasad ogólnych. */
import type { health as english } from '../../en/fleet/health';
import type { Same } from '../../message';

export const health: Same<typeof english> = {
  'health.title': 'Stan GPU',
  'health.text':
    'GPU nie działa prawidłowo, więc nie jest proponowane ani rezerwowane, gdy zachodzi jedno z poniższych. Utracone, albo takie, którego sterownik nie działa, i tak jest bezużyteczne.',
  'health.if': 'Nie działa prawidłowo, gdy',
  'health.ecc_errors': 'naliczyło nienaprawione błędy pamięci',
  'health.row_remap_failed': 'nie udało się zastąpić wiersza jego pamięci',
  'health.repair_pending': 'jego pamięć czeka na reset, żeby się naprawić',
  'health.recovery_needed': 'jego sterownik prosi o reset albo restart',
  'health.xid_errors': 'jądro jego hosta zapisało jeden z tych błędów XID',
  'health.never': 'nigdy',
  'health.errors': 'Ile błędów pamięci wystarczy',
  'health.after': 'Znowu działa prawidłowo po',
  'health.xids': 'Błędy XID, które się liczą',
  'health.xidsHint':
    'Numery z katalogu NVIDIA. Widać je tam, gdzie konto sondy może czytać dziennik jądra. Puste: jak zwykle.',
  'health.xidsWrong': 'Podaj numery oddzielone przecinkami: 48, 79',
  'health.edit': 'Zmień to',
  'health.set': 'Ustaw',
  'health.done': 'Zmieniono, kiedy GPU nie działa prawidłowo',
};
