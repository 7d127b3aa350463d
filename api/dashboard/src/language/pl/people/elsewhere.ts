/* Logowanie u dostawcy tożsamości i dlaczego się nie udało. */
import type { elsewhere as english } from '../../en/people/elsewhere';
import type { Same } from '../../message';

export const elsewhere: Same<typeof english> = {
  'elsewhere.signIn': 'Zaloguj się przez {name}',
  'elsewhere.or': 'albo',
  'elsewhere.signUp': 'Nie masz konta? Załóż je sobie',
  'elsewhere.directory': 'Działa tu też Twoje hasło z: {name}.',
  'elsewhere.unreachable': 'Dostawca tożsamości nie odpowiada. Spróbuj za chwilę.',
  'elsewhere.failed':
    'Logowanie tam się nie udało. Jeśli się powtórzy, powiedz administratorowi: powód jest w dzienniku serwera.',
  'elsewhere.denied': 'Nie zalogowano Cię tam.',
  'elsewhere.expired':
    'To logowanie zaczęło się zbyt dawno albo w innej przeglądarce. Zacznij od nowa.',
  'elsewhere.no_name':
    'Twoja nazwa stamtąd nie może być kontem na hostach GPU. Zapytaj administratora.',
  'elsewhere.no_account': 'Nie masz jeszcze konta w Dibs. Poproś o nie administratora.',
  'elsewhere.renamed': 'Masz tam inną nazwę niż w Dibs. Poproś administratora o zmianę.',
  'elsewhere.taken': 'Tę nazwę ma w Dibs ktoś inny. Zapytaj administratora.',
  'elsewhere.admin': 'Tę nazwę ma w Dibs administrator, który loguje się hasłem.',
  'elsewhere.last_admin':
    'Jesteś tu ostatnim administratorem, a tam już nim nie jesteś. Zaloguj się hasłem.',
  'elsewhere.disabled': 'Twoje konto jest wyłączone. Zapytaj administratora.',
  'elsewhere.busy': 'Zbyt wiele osób loguje się w tej chwili. Spróbuj ponownie.',
};
