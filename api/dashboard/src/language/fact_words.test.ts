import { expect, test } from 'vitest';
import type { Fact } from '../data/types';
import { factDetail, factText } from './fact';
import { factCode, rulesText, wayText } from './fact_words';
import { setLanguage } from './t.svelte';

const reader = { language: 'en', zone: 'UTC' };
const names = { gpus: (ids: readonly string[]) => ids.join(' ') };
const text = (value: string) => ({ kind: 'text' as const, text: value });
const told = (key: string, given: Fact['sentence']['arguments'], data: object = {}): Fact =>
  ({
    position: 1,
    type: `${key}.v1`,
    time: '2026-11-24T08:00:00.000Z',
    sentence: { key, arguments: given },
    data,
  }) as Fact;

test('codes are words: what was asked for, and why a host is not reached', async () => {
  const refused = told('command.refused', {
    actor: text('ann'),
    command: text('reservation.book'),
    detail: text('Taken.'),
  });
  expect(factText(refused, undefined)).toBe('ann asked for a booking, which was refused: Taken.');
  const lost = told('host.lost', { host: text('gpu01'), reason: text('auth_failed') });
  expect(factText(lost, undefined)).toBe('gpu01 is not reachable: it does not let Dibs sign in');
  await setLanguage('pl');
  expect(factText(lost, undefined)).toBe('gpu01 nie odpowiada: nie pozwala Dibs się zalogować');
  await setLanguage('en');
  expect(factCode('reason', 'on fire')).toBe('on fire');
  expect(factCode('title', 'timeout')).toBe('timeout'); // a title is nobody's code
});

test('rules say what they were, those alone that differ', () => {
  const before = {
    longest_min: 10_080,
    most_gpus: 8,
    violation_level: 'against_bookings',
    unheard_of: 1,
  };
  const now = { longest_min: 20_160, most_gpus: 8, violation_level: 'off', unheard_of: 2 };
  expect(rulesText(now, before, reader)).toBe(
    'Longest booking: 14\u00a0d (before: 7\u00a0d); A violation is: nothing: no violations are reported (before: using a GPU someone else has booked; unbooked GPUs are free to use)',
  );
  expect(factDetail(told('rules.set', {}, { rules: now, before: now }), names, 0, reader)).toBe('');
  expect(factDetail(told('rules.set', {}, { rules: now }), names, 0, reader)).toBe('');
});

test('a rule that was not there was none, or the default of Dibs; lists are told', () => {
  const before = {
    longest_min: 10_080,
    ignored_processes: ['root/X'],
    usage_visible_to: 'everyone',
  };
  const now = {
    longest_min: 10_080,
    lead_min: 30,
    ignored_processes: ['gdm/*', 'root/X'],
    protection: 'told',
    stop_mode: 'by_helper',
    usage_visible_to: 'own',
  };
  expect(rulesText(now, before, reader).replaceAll('\u00a0', ' ').split('; ')).toEqual([
    'How long ahead a booking is made at least: 30 min (before: none)',
    'Never a violation: gdm/*, root/X (before: root/X)',
    'If someone else uses booked GPUs: messages on terminals (before: Dibs default)',
    'Processes are stopped: by_helper (before: Dibs default)',
    'Members see the use of: themselves, and of all together (before: everyone)',
  ]);
  expect(
    rulesText(
      {
        violation_steps: [
          { action: 'message', after_s: 0 },
          { action: 'stop', after_s: 600 },
        ],
        unhealthy_xids: [],
      },
      { longest_min: 1 },
      reader,
    )
      .replaceAll('\u00a0', ' ')
      .split('; ')
      .slice(0, 2),
  ).toEqual([
    'While a violation lasts: a message to them at 0 s, a stop at 10 min (before: Dibs default)',
    expect.stringContaining('Longest booking'),
  ]);
  expect(rulesText(before, now, reader)).toContain(
    'How long ahead a booking is made at least: none (before: 30\u00a0min)',
  );
});

test('the way to a host says what it was; one thing alone stands in the sentence', () => {
  const now = { address: '10.0.0.7', port: 2222, user: 'dibs' };
  expect(wayText(now, { address: '10.0.0.1', port: 22, user: 'dibs' })).toBe(
    'Address: 10.0.0.7 (before: 10.0.0.1); Port: 2222 (before: 22)',
  );
  const one = told(
    'host.changed.port',
    { actor: text('ann'), host: text('gpu01'), after: text('2222'), before: text('22') },
    { ...now, before: { ...now, port: 22 } },
  );
  expect(factText(one, undefined)).toBe('ann changed the port of gpu01 from 22 to 2222');
  expect(factDetail(one, names, 0, reader)).toBe('');
});
