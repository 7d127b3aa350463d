import { expect, test } from 'vitest';
import { originText } from './origin_words';

const id = 'ab'.repeat(32);

test('where nobody could look, or there is nothing to say, it says nothing', () => {
  expect(originText({ unix_name: 'ann' })).toBe('');
  expect(originText({ unix_name: 'ann', origin: {} })).toBe('');
  expect(originText({ unix_name: 'ann', origin: { started_by: 'ann' } })).toBe('');
});

test('a container has its short id, and that nobody knows who started it', () => {
  const origin = { container: { runtime: 'docker', id } } as const;
  expect(originText({ unix_name: 'root', origin })).toBe('Docker abababababab, started by an unknown user');
  expect(originText({ unix_name: 'root', origin }, true)).toContain(id);
});

test('one that is theirs says no name, and all of it has the uid', () => {
  const origin = { container: { runtime: 'podman', id }, started_by: 'ann', uid: 100999 } as const;
  expect(originText({ unix_name: 'ann', origin })).toBe('Podman abababababab');
  expect(originText({ unix_name: 'ann', origin }, true)).toBe(`Podman ${id}, uid 100999`);
});

test('who started it is named where that is another one', () => {
  expect(originText({ unix_name: 'root', origin: { started_by: 'ann', starter_name: 'Ann' } })).toBe('started by Ann');
  expect(originText({ unix_name: 'root', origin: { started_by: 'kim' } })).toBe('started by kim');
});

test('a screen stands for its terminal; a service needs no more than its name', () => {
  const screen = { tty: 'pts/3', session: { kind: 'screen', name: '4711.train' } } as const;
  expect(originText({ unix_name: 'ann', origin: screen })).toBe('screen 4711.train');
  expect(originText({ unix_name: 'ann', origin: screen }, true)).toBe('screen 4711.train, pts/3');
  expect(originText({ unix_name: 'ann', origin: { tty: 'pts/3' } })).toBe('pts/3');
  expect(originText({ unix_name: 'ann', origin: { session: { kind: 'service', name: 'train.service' } } })).toBe('train.service');
  expect(originText({ unix_name: 'ann', origin: { tty: 'pts/1', session: { kind: 'tmux' } } })).toBe('tmux, pts/1');
});
