import { expect, test } from 'vitest';
import { reserveAsCli, splitReserveText } from './reserve_text';

test.each([
  ['reserve 4xA100 tomorrow 9-17', { asks: true, words: '4xA100 tomorrow 9-17', title: '' }],
  ['Rezerwuj 2x 8h', { asks: true, words: '2x 8h', title: '' }],
  ['2x 8h "llama ft"', { asks: false, words: '2x 8h', title: 'llama ft' }],
  ['2x 8h -m llama', { asks: false, words: '2x 8h', title: 'llama' }],
  ['reserve', { asks: true, words: '', title: '' }],
  ['reserved seats', { asks: false, words: 'reserved seats', title: '' }],
  ['  ', { asks: false, words: '', title: '' }],
])('"%s" is cut into verb, words and title', (text, parts) => {
  expect(splitReserveText(text)).toEqual(parts);
});

test('it is also a command line', () => {
  expect(reserveAsCli({ gpus: '4xA100', byName: false, when: 'tomorrow 9-17', isLength: false, title: "ann's" }))
    .toBe(`dibs reserve 4xA100 --at 'tomorrow 9-17' -m 'ann'\\''s'`);
  expect(reserveAsCli({ gpus: '2x on gpu01', byName: false, when: '8h', isLength: true, title: '' }))
    .toBe(`dibs reserve '2x on gpu01' --for 8h --soonest`);
  expect(reserveAsCli({ gpus: 'gpu01:0-1,gpu03:2', byName: true, when: '8h', isLength: true, title: '' }))
    .toBe('dibs reserve gpu01:0-1,gpu03:2 --for 8h');
});
