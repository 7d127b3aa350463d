import { expect, test, vi } from 'vitest';
import type { Process } from '../../data/types';
import { OwnCommands } from './own_commands.svelte';

const answers = vi.hoisted(() => vi.fn());
vi.mock('../../data/client', () => ({ api: {}, askAll: answers }));

const process = (id: string, command: string) => ({ id, command }) as Process;

test('cut command is read whole once', async () => {
  answers.mockResolvedValue({ ok: true, value: [process('p1', 'python train.py --lr 3')] });
  const commands = new OwnCommands();
  const mine = [process('p1', 'python train.py …'), process('p2', 'python')];
  await commands.ask('h', 'me', mine);
  await commands.ask('h', 'me', mine);
  expect(answers).toHaveBeenCalledTimes(1);
  expect(mine.map((one) => commands.of(one))).toEqual(['python train.py --lr 3', 'python']);
});

test('cut command is read again after a failed request', async () => {
  answers.mockReset().mockResolvedValue({ ok: false });
  const commands = new OwnCommands();
  const one = process('p1', 'python train.py …');
  await commands.ask('h', 'me', [one]);
  await commands.ask('h', 'me', [one]);
  expect(answers).toHaveBeenCalledTimes(2);
  expect(commands.of(one)).toBe('python train.py …');
});
