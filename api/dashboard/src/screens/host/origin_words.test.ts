import { expect, test } from 'vitest';
import { originText } from './origin_words';

const id = 'ab'.repeat(32);

test('unknown or empty origin gives no text', () => {
  expect(originText({ unix_name: 'ann' })).toBe('');
  expect(originText({ unix_name: 'ann', origin: {} })).toBe('');
  expect(originText({ unix_name: 'ann', origin: { started_by: 'ann' } })).toBe('');
});

test('container has its short id and an unknown starter', () => {
  const origin = { container: { runtime: 'docker', id } } as const;
  expect(originText({ unix_name: 'root', origin })).toBe(
    'Docker abababababab, started by an unknown user',
  );
  expect(originText({ unix_name: 'root', origin }, true)).toContain(id);
});

test('own process has no name, and the long form has the uid', () => {
  const origin = { container: { runtime: 'podman', id }, started_by: 'ann', uid: 100999 } as const;
  expect(originText({ unix_name: 'ann', origin })).toBe('Podman abababababab');
  expect(originText({ unix_name: 'ann', origin }, true)).toBe(`Podman ${id}, uid 100999`);
});

test('starter is named if it is another person', () => {
  expect(
    originText({ unix_name: 'root', origin: { started_by: 'ann', starter_name: 'Ann' } }),
  ).toBe('started by Ann');
  expect(originText({ unix_name: 'root', origin: { started_by: 'kim' } })).toBe('started by kim');
});

test('screen replaces its terminal, service has its name alone', () => {
  const screen = { tty: 'pts/3', session: { kind: 'screen', name: '4711.train' } } as const;
  expect(originText({ unix_name: 'ann', origin: screen })).toBe('screen 4711.train');
  expect(originText({ unix_name: 'ann', origin: screen }, true)).toBe('screen 4711.train, pts/3');
  expect(originText({ unix_name: 'ann', origin: { tty: 'pts/3' } })).toBe('pts/3');
  expect(
    originText({
      unix_name: 'ann',
      origin: { session: { kind: 'service', name: 'train.service' } },
    }),
  ).toBe('train.service');
  expect(
    originText({ unix_name: 'ann', origin: { tty: 'pts/1', session: { kind: 'tmux' } } }),
  ).toBe('tmux, pts/1');
});
