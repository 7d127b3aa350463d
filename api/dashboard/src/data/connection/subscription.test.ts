import { expect, test } from 'vitest';
import { backoffMs, Subscription } from './subscription';

test('facts are always subscribed, metrics only while shown', () => {
  const wants = new Subscription();
  expect(wants.topics()).toEqual(['fleet', 'reservations', 'rules', 'violations']);
  wants.want('metrics:gpu01', 1);
  wants.want('metrics:gpu01', 1);
  wants.want('metrics:gpu01', -1);
  expect(wants.topics()).toContain('metrics:gpu01');
  wants.want('metrics:gpu01', -1);
  expect(wants.topics()).not.toContain('metrics:gpu01');
});

test('all hosts together are one topic', () => {
  const wants = new Subscription();
  wants.want('metrics:gpu01', 1);
  wants.want('metrics:*', 1);
  expect(wants.topics().filter((topic) => topic.startsWith('metrics'))).toEqual(['metrics:*']);
});

test('hidden page subscribes to no metrics', () => {
  const wants = new Subscription();
  wants.want('metrics:*', 1);
  wants.want('events', 1);
  wants.hidden = true;
  expect(wants.topics()).toEqual(['events', 'fleet', 'reservations', 'rules', 'violations']);
});

test('first message asks for snapshots, later ones continue', () => {
  const wants = new Subscription();
  expect(wants.message().after).toBeUndefined();
  wants.saw(7, false);
  expect(wants.message().after).toBeUndefined();
  wants.saw(9, true);
  expect(wants.message().after).toBe(9);
});

test('resume position is a second old', () => {
  const wants = new Subscription();
  wants.saw(9, true);
  wants.saw(12, false);
  expect(wants.message().after).toBe(9);
  wants.settle();
  wants.saw(20, false);
  wants.settle();
  expect(wants.message().after).toBe(12);
  wants.settle();
  expect(wants.message().after).toBe(20);
});

test('lower position means another log', () => {
  const wants = new Subscription();
  wants.saw(100, true);
  expect(wants.saw(3, true)).toBe(false);
  wants.forget();
  expect(wants.message().after).toBeUndefined();
  expect(wants.saw(3, true)).toBe(true);
});

test('backoff grows up to ten seconds', () => {
  expect(backoffMs(0, 0.5)).toBe(250);
  expect(backoffMs(3, 0.5)).toBe(2000);
  expect(backoffMs(50, 1)).toBe(12_500);
});

test('temporary topic asks for a snapshot until it has one', () => {
  const wants = new Subscription();
  wants.saw(7, true);
  wants.want('processes', 1);
  expect(wants.message()).toMatchObject({ after: 7, fresh: ['processes'] });
  wants.knows('fleet');
  expect(wants.message().fresh).toEqual(['processes']);
  wants.knows('processes');
  expect(wants.message().fresh).toBeUndefined(); // after a break it resumes like the others
  wants.want('processes', -1);
  wants.knows('processes'); // a late answer
  wants.want('processes', 1);
  expect(wants.message().fresh).toEqual(['processes']);
  wants.forget();
  expect(wants.message()).toEqual({
    subscribe: ['fleet', 'processes', 'reservations', 'rules', 'violations'],
  });
});
