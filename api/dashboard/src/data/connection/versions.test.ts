import { expect, test } from 'vitest';
import { localProblem } from '../problem';
import { isPutBack, puttingBack, sameAs, tag } from './versions';

test('version is itself until it is put back', () => {
  expect(sameAs('a', 3)).toBe(3);
  isPutBack('a', 3, 5);
  expect(sameAs('a', 3)).toBe(5);
  expect(sameAs('a', 4)).toBe(4);
  expect(sameAs('b', 3)).toBe(3);
});

test('undoing changes in turn ends at the newest version', () => {
  // created (1), moved (2), titled (3); undoing the title (4) gives 2 again, undoing the move (5)
  // gives 1
  isPutBack('c', 2, 4);
  expect(sameAs('c', 2)).toBe(4);
  isPutBack('c', 1, 5);
  expect(sameAs('c', 1)).toBe(5);
  isPutBack('c', 5, 7);
  expect(sameAs('c', 1)).toBe(7);
});

test('change without an effect makes no other version', () => {
  isPutBack('d', 2, 2);
  expect(sameAs('d', 2)).toBe(2);
});

test('older undo after a newer one expects its version', async () => {
  const back = await puttingBack(
    'e',
    2,
    Promise.resolve({ ok: true, value: { version: 4 }, etag: null, position: 9 }),
  );
  expect(back.ok && back.value.version).toBe(4);
  expect(tag('e', 2)).toBe('"v4"');
  await puttingBack('e', 4, Promise.resolve({ ok: false, problem: localProblem('no-answer', '') }));
  expect(tag('e', 2)).toBe('"v4"');
});
