/* What helps whom somebody stands in the way of: another GPU, a message. */
import type { help as english } from '../../en/bookings/help';
import type { Same } from '../../message';

export const help: Same<typeof english> = {
  'help.findOther': 'Znajdź inne GPU',
  'help.book': {
    one: 'Zarezerwuj je',
    few: 'Zarezerwuj je',
    many: 'Zarezerwuj je',
    other: 'Zarezerwuj je',
  },
  'help.copyMessage': 'Skopiuj wiadomość',
  'help.messageHolder': 'Wiadomość',
  'help.messageCopied': 'Skopiowano: wklej tam, gdzie czyta {who}.',
  'help.messageMarked':
    'Przeglądarka nie skopiowała: tekst jest zaznaczony, skopiuj go przez Ctrl-C.',
  'help.processes': {
    one: '{count} proces',
    few: '{count} procesy',
    many: '{count} procesów',
    other: '{count} procesu',
  },
  'help.until': ' do {time}',
  'help.message': 'Cześć {who}, Twoje zadanie ({what}) działa na {gpu}, początek {since}.',
  'help.messageMine': {
    one: 'Mam rezerwację tego GPU{until}.',
    few: 'Mam rezerwację tych GPU{until}.',
    many: 'Mam rezerwację tych GPU{until}.',
    other: 'Mam rezerwację tych GPU{until}.',
  },
  'help.messageTheirs': {
    one: 'Rezerwację tego GPU{until} ma {owner}.',
    few: 'Rezerwację tych GPU{until} ma {owner}.',
    many: 'Rezerwację tych GPU{until} ma {owner}.',
    other: 'Rezerwację tych GPU{until} ma {owner}.',
  },
  'help.messageUnbooked': 'Tutaj GPU używa się tylko z rezerwacją.',
  'help.messageStop': 'Czy możesz je zakończyć albo przenieść na wolne GPU? {link} Dziękuję, {me}',
  'help.askRunning': 'Cześć {who}, masz {gpus} do {until}{called}.',
  'help.askAhead': 'Cześć {who}, masz rezerwację {gpus}, {when}{called}.',
  'help.ask': {
    one: 'Czy możesz je zwolnić albo skrócić ten czas? {link} Dziękuję, {me}',
    few: 'Czy możesz zwolnić któreś z nich albo skrócić ten czas? {link} Dziękuję, {me}',
    many: 'Czy możesz zwolnić któreś z nich albo skrócić ten czas? {link} Dziękuję, {me}',
    other: 'Czy możesz zwolnić któreś z nich albo skrócić ten czas? {link} Dziękuję, {me}',
  },
};
