/* Zaproszenie do grupy i odpowiedź na nie. */
import type { invitation as english } from '../../en/people/invitation';
import type { Same } from '../../message';

export const invitation: Same<typeof english> = {
  'invitation.limits': 'Jeśli dołączysz, obowiązują Cię te limity: {list}.',
  'invitation.budget.refuse': '{hours} godzin GPU {period} dla wszystkich członków razem',
  'invitation.budget.warn':
    '{hours} godzin GPU {period} dla wszystkich członków razem, powyżej z ostrzeżeniem',
  'invitation.period.week': 'na tydzień',
  'invitation.period.month': 'na miesiąc',
  'invitation.period.quarter': 'na kwartał',
  'invitation.period.year': 'na rok',
  'invitation.period.once': 'jeden raz',
  'invitation.level.off': 'żadne użycie GPU nie jest naruszeniem',
  'invitation.level.against_bookings':
    'użycie GPU zarezerwowanego przez kogoś innego jest naruszeniem',
  'invitation.level.always': 'użycie GPU bez rezerwacji jest naruszeniem',
  'invitation.noLimits': 'Grupa nie ma własnych limitów.',
  'invitation.accept': 'Przyjmij',
  'invitation.decline': 'Odrzuć',
  'invitation.joined': 'Należysz do grupy {group}',
  'invitation.declined': 'Zaproszenie do grupy {group} odrzucone',
};
