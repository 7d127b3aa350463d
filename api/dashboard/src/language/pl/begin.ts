/* The first steps, until there is a host. */
import type { begin as english } from '../en/begin';
import type { Same } from '../message';

export const begin: Same<typeof english> = {
  'begin.title': 'Trzy kroki do pierwszej rezerwacji',
  'begin.text': 'Na hostach z GPU nic się nie instaluje. Dibs czyta je przez SSH.',
  'begin.step1': 'Wpuść Dibs na host',
  'begin.step1text':
    'Na tym serwerze zrób klucz dla Dibs, a jego publiczną połowę wstaw do zwykłego konta na hoście z GPU.',
  'begin.step2': 'Dodaj go',
  'begin.step2text': 'Klucz hosta zobaczysz raz, potem jest przypięty.',
  'begin.step3': 'Zarezerwuj',
  'begin.step3text':
    'Napisz, czego potrzebujesz, albo przeciągnij po GPU i godzinach w kalendarzu.',
  'begin.waiting': 'Czekam na pierwszy host. Pojawi się tu sam.',
  'begin.connecting': 'Dodano {host}, łączę…',
  'begin.failed': 'Dodano {host}, ale nie odpowiada: {reason}',
  'begin.done': 'gotowe',
  'begin.picture': 'Naciśnij, przeciągnij, puść: cztery GPU na cztery godziny.',
  'begin.none': 'Nie znaleziono żadnego GPU',
  'begin.noneText': {
    one: 'Dodano {count} host. Dlaczego nie ma na nim GPU:',
    few: 'Dodano {count} hosty. Dlaczego nie ma na nich GPU:',
    many: 'Dodano {count} hostów. Dlaczego nie ma na nich GPU:',
    other: 'Dodano {count} hosta. Dlaczego nie ma na nich GPU:',
  },
  'begin.why.connecting': 'Łączę…',
  'begin.why.lost': 'Nie odpowiada: {reason}',
  'begin.why.unknown': 'Odpowiada; szukam GPU…',
  'begin.why.working': 'Sterownik GPU działa i nie podaje żadnego GPU',
  'begin.why.missing':
    'Nie ma tam nvidia-smi: sterownik NVIDIA nie jest zainstalowany albo nie ma go w ścieżce konta, którego używa Dibs',
  'begin.why.broken': 'Sterownik GPU nie działa: {words}',
  'begin.why.unsupported': 'nvidia-smi nie rozumie pytań Dibs: {words}',
  'begin.why.wordless': 'nic nie mówi',
  'begin.askAdmin': 'Nie ma jeszcze żadnego hosta. Hosty dodaje administrator.',
};
