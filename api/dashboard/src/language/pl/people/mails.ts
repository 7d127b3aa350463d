/* Jakie maile o rezerwacjach ktoś chce dostawać. */
import type { mails as english } from '../../en/people/mails';
import type { Same } from '../../message';

export const mails: Same<typeof english> = {
  'mails.title': 'Maile',
  'mails.text': 'O Twoich rezerwacjach i budżetach. Działa od razu.',
  'mails.none': 'Ta instalacja nie wysyła maili: nie ma serwera poczty.',
  'mails.noAddress': 'Twoje konto nie ma adresu e-mail, więc żaden mail do Ciebie nie dotrze.',
  'mails.addAddress': 'Dodaj adres',
  'mails.on': 'Maile o moich rezerwacjach',
  'mails.onHint':
    'O tym, co zmienili inni, co zawieszono lub zatwierdzono, co czeka na Twoją zgodę, i o tym, co wybrano niżej. Maile o naruszeniach, bezczynnych rezerwacjach i niesprawnych GPU przychodzą zawsze.',
  'mails.start': 'Przed początkiem rezerwacji',
  'mails.end': 'Przed końcem rezerwacji',
  'mails.never': 'bez przypomnienia',
  'mails.before': '{length} wcześniej',
  'mails.calendar': 'Zaproszenia do mojego kalendarza',
  'mails.calendarHint':
    'Każda rezerwacja, jej zmiana i koniec jako zaproszenie. Kto ma w kalendarzu link, ma je już tam i zobaczyłby je dwa razy.',
  'mails.weekly': 'Raport tygodniowy pocztą',
  'mails.weeklyHint':
    'W poniedziałek o 07:00: tydzień, który się skończył, i to, co możesz z niego zobaczyć. W strefie wybranej powyżej, inaczej w UTC.',
  'mails.budgets': 'Gdy budżet się kończy',
  'mails.budgetsHint':
    'Przy 80 % i gdy nic nie zostało: budżety grup, którymi zarządzasz, i projektów, dla których rezerwujesz. Administratorzy dostają o wszystkich.',
  'mails.saving': 'Zapisywanie…',
  'mails.kept': 'Zapisane na Twoim koncie.',
};
