/* The first steps, until there is a host. */
import type { begin as english } from '../en/begin';
import type { Same } from '../message';

export const begin: Same<typeof english> = {
  'begin.title': 'Trzy kroki do pierwszej rezerwacji',
  'begin.text': 'Na hostach z GPU nic się nie instaluje. Dibs czyta je przez SSH.',
  'begin.step1': 'Wpuść Dibs na host',
  'begin.step1text': 'Na tym serwerze zrób klucz dla Dibs, a jego publiczną połowę wstaw do zwykłego konta na hoście z GPU.',
  'begin.step2': 'Dodaj go',
  'begin.step2text': 'Klucz hosta zobaczysz raz, potem jest przypięty.',
  'begin.step3': 'Zarezerwuj',
  'begin.step3text': 'Napisz, czego potrzebujesz, albo przeciągnij po GPU i godzinach w kalendarzu.',
  'begin.waiting': 'Czekam na pierwszy host. Pojawi się tu sam.',
  'begin.connecting': 'Dodano {host}, łączę…',
  'begin.failed': 'Dodano {host}, ale nie odpowiada: {reason}',
  'begin.done': 'gotowe',
  'begin.picture': 'Naciśnij, przeciągnij, puść: cztery GPU na cztery godziny.',
  'begin.askAdmin': 'Nie ma jeszcze żadnego hosta. Hosty dodaje administrator.',
};
