/* Logowanie programu kodem. */
import type { device as english } from '../en/device';
import type { Same } from '../message';

export const device: Same<typeof english> = {
  'device.code': 'Kod, który pokazuje',
  'device.look': 'Dalej',
  'device.asks': '{label}, adres {address}, prosi o zalogowanie na Twoje konto: {name}. Będzie mógł robić to co Ty.',
  'device.warning': 'Zgódź się tylko, jeśli to Twój program i właśnie go uruchamiasz. Za programem może stać ten, kto przysłał Ci ten adres.',
  'device.until': 'Ważny do {time}.',
  'device.approve': 'Zaloguj go',
  'device.decline': 'Nie',
  'device.approved': 'Program jest zalogowany. Możesz zamknąć tę stronę; jego token jest na liście w „Moje konto”.',
  'device.declined': 'Program nie został zalogowany.',
};
