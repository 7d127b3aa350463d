/* The form of a new host. */
import { english } from '../../english';

export const addHost = english({
  'system.addHostTitle': 'Add a host',
  'system.add': 'Add',
  'system.added': 'Added {host}. Its GPUs appear once it is reached.',
  'system.compare': '{host} offers this host key. Compare it before you trust it.',
  'system.compareHow': 'On the host itself, this shows its {type} key:',
  'system.isSame': 'The key matches',
  'system.jump': 'Reached through (jump hosts)',
  'system.jumpHint': 'As after ssh -J: user@login1:22, several parted by commas. Empty: directly.',
  'system.jumpWrong':
    'That names no jump hosts: at most three, each like dibs@login1.example.org:22.',
  'system.lookAtKey': 'Continue',
  'system.looking': 'Looking…',
  'system.name': 'Name',
  'system.nameHint': 'What people call it: small letters, digits, dots and dashes.',
  'system.noKey': 'No host key came from {host}: {reason}',
  'system.port': 'Port',
  'system.user': 'Account that Dibs signs in with',
  'system.userDefault': 'the server’s default',
});
