import { expect, test } from 'vitest';
import { ghostLabel, labelOf } from './label';

const measure = (text: string, bold: boolean) => text.length * (bold ? 8 : 7);
const said = { name: 'bartek kowal', title: 'moe-pretrain', count: '4 GPUs', icon: false };
const at = (room: number, lines = 1, more: Partial<typeof said> = {}) => {
  const { icon, bold, plain, second } = labelOf({ ...said, ...more }, room, lines, measure);
  return [icon ? '*' : '', bold, plain, second].filter((part) => part !== '').join('|');
};

test('label is name and title, name, initials, or nothing', () => {
  expect(at(400)).toBe('bartek kowal|moe-pretrain');
  expect(at(96 + 4 + 84)).toBe('bartek kowal|moe-pretrain');
  expect(at(96 + 4 + 83)).toBe('bartek kowal');
  expect(at(96)).toBe('bartek kowal');
  expect(at(95)).toBe('BK');
  expect(at(16)).toBe('BK');
  expect(at(15)).toBe('');
  expect(at(-5)).toBe('');
  expect(at(200, 1, { title: '' })).toBe('bartek kowal');
});

test('second line has the number of GPUs, or the displaced title', () => {
  expect(at(400, 2)).toBe('bartek kowal|moe-pretrain|4 GPUs');
  expect(at(100, 2)).toBe('bartek kowal|moe-pretrain');
  expect(at(90, 2)).toBe('BK|moe-pretrain');
  expect(at(60, 2)).toBe('BK|4 GPUs');
  expect(labelOf(said, 100, 2, measure).second).toBe('moe-pretrain');
  expect(at(100, 2, { title: 'a title that is much too long' })).toBe('bartek kowal|4 GPUs');
});

test('own block has icon and title, or a part, never the icon alone', () => {
  const own = { icon: true };
  expect(at(200, 2, own)).toBe('*|moe-pretrain|4 GPUs');
  expect(at(102, 1, own)).toBe('*|moe-pretrain');
  expect(at(101, 1, own)).toBe('moe-pretrain');
  expect(at(101, 2, own)).toBe('*|moe-pretrain'); // below
  expect(at(84, 1, own)).toBe('moe-pretrain');
  expect(at(83, 1, own)).toBe('*|BK');
  expect(at(83, 2, own)).toBe('*|BK|4 GPUs');
  expect(at(34, 1, own)).toBe('*|BK');
  expect(at(33, 1, own)).toBe('BK');
  expect(at(15, 1, own)).toBe(''); // a bar
});

test('label is never wider than its room', () => {
  for (let room = 0; room < 300; room++) {
    for (const icon of [true, false])
      expect(labelOf({ ...said, icon }, room, 2, measure).width).toBeLessThanOrEqual(room);
  }
});

test('moved block has its new time, or length, always whole', () => {
  const words = {
    when: ['Tue 24 Nov 19:15 – Wed 25 Nov 01:15', '19:15 – 01:15'],
    length: '6 h',
    amount: ['6 h, 2 GPUs, partly taken', '6 h, 2 GPUs'],
  };
  const ghost = (room: number, lines = 2) =>
    Object.values(ghostLabel(words, room, lines, measure)).join('|');
  expect(ghost(400)).toBe('Tue 24 Nov 19:15 – Wed 25 Nov 01:15|6 h, 2 GPUs, partly taken');
  expect(ghost(150)).toBe('19:15 – 01:15|6 h, 2 GPUs');
  expect(ghost(150, 1)).toBe('19:15 – 01:15|');
  expect(ghost(60)).toBe('6 h|');
  expect(ghost(20)).toBe('|');
});
