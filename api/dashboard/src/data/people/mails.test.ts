import { expect, test } from 'vitest';
import { reminderChoices } from './mails';

test('reminder choices keep a value chosen elsewhere', () => {
  expect(reminderChoices(0)).toEqual([0, 5, 15, 30, 60, 120, 1440]);
  expect(reminderChoices(30)).toEqual([0, 5, 15, 30, 60, 120, 1440]);
  expect(reminderChoices(45)).toEqual([0, 5, 15, 30, 45, 60, 120, 1440]);
});
