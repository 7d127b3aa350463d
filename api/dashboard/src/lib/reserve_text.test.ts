import { expect, test } from 'vitest';
import { reserveAsCli, splitReserveText } from './reserve_text';

test.each([
  ['book 4xA100 tomorrow 9-17', { verb: 'book', words: '4xA100 tomorrow 9-17', title: '' }],
  ['reserve 4xA100 8h', { verb: 'reserve', words: '4xA100 8h', title: '' }],
  ['Zarezerwuj 2x 8h', { verb: 'Zarezerwuj', words: '2x 8h', title: '' }],
  ['2x 8h "llama ft"', { verb: '', words: '2x 8h', title: 'llama ft' }],
  ['2x 8h -m llama', { verb: '', words: '2x 8h', title: 'llama' }],
  ['book', { verb: 'book', words: '', title: '' }],
  ['booked seats', { verb: '', words: 'booked seats', title: '' }],
  [
    '\u200b2\u00a0gpus for\u00a0２h -m 24\u2009½',
    { verb: '', words: '2 gpus for 2h', title: '24\u2009½' },
  ],
  ['  ', { verb: '', words: '', title: '' }],
])('"%s" is cut into verb, words and title', (text, parts) => {
  expect(splitReserveText(text)).toEqual(parts);
});

test('request text converts to a command line', () => {
  expect(
    reserveAsCli({
      gpus: '4xA100',
      byName: false,
      when: 'tomorrow 9-17',
      isLength: false,
      title: "ann's",
    }),
  ).toBe(`dibs reserve 4xA100 --at 'tomorrow 9-17' -m 'ann'\\''s'`);
  expect(
    reserveAsCli({ gpus: '2x on gpu01', byName: false, when: '8h', isLength: true, title: '' }),
  ).toBe(`dibs reserve '2x on gpu01' --for 8h --soonest`);
  expect(
    reserveAsCli({
      gpus: 'gpu01:0-1,gpu03:2',
      byName: true,
      when: '8h',
      isLength: true,
      title: '',
    }),
  ).toBe('dibs reserve gpu01:0-1,gpu03:2 --for 8h');
});
