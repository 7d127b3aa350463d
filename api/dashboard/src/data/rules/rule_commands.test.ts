import { expect, test } from 'vitest';
import { siteRules } from '../live/rules.svelte';
import { changesOf } from './rule_commands';
import type { Rules, StreamServerMessage } from '../types';

const rules = (version: number, more: Partial<Rules> = {}): Rules => ({
  shortest_min: 30,
  longest_min: 11_520,
  horizon_min: 527_040,
  most_gpus: 1024,
  violation_level: 'against_bookings',
  usage_visible_to: 'everyone',
  version,
  ...more,
});
const frame = (type: 'snapshot' | 'event', now: Rules): StreamServerMessage => ({
  type,
  topic: 'rules',
  position: 1,
  rules: [now],
});

test('rule change sends only differences', () => {
  const { version, ...form } = rules(3);
  expect(changesOf(rules(version), form)).toEqual({});
  expect(changesOf(rules(version), { ...form, most_gpus: 8, violation_level: 'off' })).toEqual({
    most_gpus: 8,
    violation_level: 'off',
  });
});

test('newest rules apply from any source, also from another log', () => {
  expect(siteRules.shortestMs).toBe(0);
  siteRules.take([frame('snapshot', rules(2, { shortest_min: 15 }))]);
  expect(siteRules.shortestMs).toBe(900_000);
  siteRules.put(rules(4, { shortest_min: 20 }));
  siteRules.take([frame('event', rules(3, { shortest_min: 25 }))]);
  expect(siteRules.now).toEqual(rules(4, { shortest_min: 20 }));
  siteRules.take([frame('snapshot', rules(1))]);
  expect(siteRules.now?.version).toBe(1);
  siteRules.take([{ type: 'event', topic: 'fleet', position: 9, rules: [rules(9)] }]);
  expect(siteRules.now?.version).toBe(1);
});
