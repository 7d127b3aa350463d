/* Logowanie programu kodem. */
import type { device as english } from '../../en/people/device';
import type { Same } from '../../message';

export const device: Same<typeof english> = {
  'device.code': 'Kod, który pokazuje',
  'device.look': 'Dalej',
  'device.asks': '{label}, adres {address}, prosi o zalogowanie na Twoje konto: {name}.',
  'device.may': 'Będzie mógł odczytywać dane i rezerwować w Twoim imieniu do {time}.',
  'device.mayAll': 'Będzie mógł wszystko to, co Ty, do {time}.',
  'device.all': 'Wszystko, co mogę ja, a nie tylko odczyt i rezerwacje',
  'device.password': 'Twoje hasło',
  'device.factor': 'Kod z aplikacji uwierzytelniającej',
  'device.warning':
    'Zgódź się tylko, jeśli to Twój program i właśnie go uruchamiasz. Za programem może stać ten, kto przysłał Ci ten adres.',
  'device.until': 'Ważny do {time}.',
  'device.approve': 'Zaloguj go',
  'device.decline': 'Nie',
  'device.approved':
    'Program jest zalogowany. Możesz zamknąć tę stronę; jego token jest na liście w „Moje konto”.',
  'device.declined': 'Program nie został zalogowany.',
};
