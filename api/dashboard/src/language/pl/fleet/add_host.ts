/* The form of a new host. */
import type { addHost as english } from '../../en/fleet/add_host';
import type { Same } from '../../message';

export const addHost: Same<typeof english> = {
  'system.addHostTitle': 'Dodaj host',
  'system.add': 'Dodaj',
  'system.added': 'Dodano {host}. Jego GPU pojawią się po połączeniu.',
  'system.compare': '{host} podaje ten klucz hosta. Porównaj go, zanim zaufasz.',
  'system.compareHow': 'Na samym hoście to polecenie pokaże jego klucz {type}:',
  'system.isSame': 'Jest taki sam',
  'system.jump': 'Osiągany przez (hosty pośrednie)',
  'system.jumpHint': 'Jak po ssh -J: konto@login1:22, kilka po przecinkach. Puste: bezpośrednio.',
  'system.jumpWrong':
    'To nie są hosty pośrednie: najwyżej trzy, każdy jak dibs@login1.example.org:22.',
  'system.lookAtKey': 'Sprawdź klucz',
  'system.looking': 'Sprawdzam…',
  'system.name': 'Nazwa',
  'system.nameHint': 'Jak go nazywacie: małe litery, cyfry, kropki i łączniki.',
  'system.noKey': '{host} nie podał klucza hosta: {reason}',
  'system.port': 'Port',
  'system.user': 'Konto, którym Dibs się loguje',
  'system.userDefault': 'domyślne serwera',
};
