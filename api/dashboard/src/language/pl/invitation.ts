/* Zaproszenie do grupy i odpowiedź na nie. */
import type { invitation as english } from '../en/invitation';
import type { Same } from '../message';

export const invitation: Same<typeof english> = {
  'invitation.limits': 'Jeśli dołączysz, obowiązują Cię te limity: {list}.',
  'invitation.noLimits': 'Grupa nie ma własnych limitów.',
  'invitation.accept': 'Przyjmij',
  'invitation.decline': 'Odrzuć',
  'invitation.joined': 'Należysz do grupy {group}',
  'invitation.declined': 'Zaproszenie do grupy {group} odrzucone',
};
