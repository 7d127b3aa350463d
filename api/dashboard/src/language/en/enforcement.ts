/* What can be done about a violation, for the screen of the rules and their form. */
import { english } from '../english';

export const enforcement = english({
  'system.stopMode.dry_run': 'not at all: it is only tried',
  'system.stopMode.as_owner': 'signed in as their own account',
  'system.stopMode.by_helper': 'by the helper on the host',
  'system.action.message': 'message on the terminals of the account',
  'system.action.mail_person': 'mail to whose account it is',
  'system.action.mail_owner': 'mail to who holds the GPU',
  'system.action.mail_admins': 'mail to the admins',
  'system.action.stop': 'stop the processes',
});
