/* The still picture of a calendar, beside the forms of who is not signed in and of who begins. What stands in it is invented. */
import type { picture as english } from '../../en/people/picture';
import type { Same } from '../../message';

export const picture: Same<typeof english> = {
  'picture.day':
    'Kalendarz: wiersz to GPU, kolumna to godzina, rezerwacje to bloki, linia pokazuje teraz',
  'picture.drawing':
    'Kalendarz, w którym myszą rysowana jest rezerwacja czterech GPU od 10:00 do 14:00',
  'picture.mine': 'Twoja rezerwacja',
  'picture.one': 'Pretrening',
  'picture.two': 'Ewaluacja',
  'picture.three': 'Dostrajanie',
  'picture.four': 'Notebook',
};
