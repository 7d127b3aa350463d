/* Co można zrobić z naruszeniem. */
import type { enforcement as english } from '../en/enforcement';
import type { Same } from '../message';

export const enforcement: Same<typeof english> = {
  'system.stopMode.dry_run': 'wyłączone: tylko próba',
  'system.stopMode.as_owner': 'po zalogowaniu jako ich własne konto',
  'system.stopMode.by_helper': 'przez program pomocniczy na hoście',
  'system.action.message': 'wiadomość w terminalach konta',
  'system.action.mail_person': 'e-mail do właściciela konta',
  'system.action.mail_owner': 'e-mail do posiadacza GPU',
  'system.action.mail_admins': 'e-mail do administratorów',
  'system.action.stop': 'zatrzymanie procesów',
};
