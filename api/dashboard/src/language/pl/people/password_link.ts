/* How an admin lets somebody in: with a one-time link, or with a password. */
import type { passwordLink as english } from '../../en/people/password_link';
import type { Same } from '../../message';

export const passwordLink: Same<typeof english> = {
  'comeIn.how': 'Jak ta osoba wejdzie',
  'comeIn.link': 'Jednorazowy odnośnik',
  'comeIn.password': 'Hasło',
  'comeIn.linkHint': 'Ta osoba ustawi nim własne hasło w ciągu siedmiu dni.',
  'comeIn.linkStays':
    'Ta osoba ustawi nim nowe hasło w ciągu siedmiu dni; do tego czasu stare działa dalej. Potem kończą się jej sesje i tokeny.',
  'comeIn.makeLink': 'Utwórz odnośnik',
  'comeIn.linkOf': 'Odnośnik: {name}',
  'comeIn.once':
    'Skopiuj go teraz: widać go tylko ten jeden raz. Działa raz, do: {time}, albo do utworzenia nowszego. Przekaż go tak, by nikt inny go nie przeczytał.',
  'comeIn.copied': 'Skopiowano',
};
