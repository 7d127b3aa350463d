import { expect, test } from 'vitest';
import { isReadingLog, problemOf } from './problem';

test('problem is parsed with its extra members', () => {
  const problem = problemOf(409, {
    type: '/problems/slot-taken',
    title: 'Taken',
    detail: 'ann holds it',
    request_id: 'r1',
    field: 'gpus',
    conflicts: [{ gpu_name: 'gpu03:2' }],
    alternatives: [{}, {}],
  });
  expect(problem.code).toBe('slot-taken');
  expect(problem.conflicts).toHaveLength(1);
  expect(problem.alternatives).toHaveLength(2);
  expect(problem.requestId).toBe('r1');
});

test('problem keeps all errors, and its code below a path prefix', () => {
  const errors = [
    { field: 'name', code: 'malformed', detail: 'a' },
    { field: 'port', code: 'out-of-range', detail: 'b' },
  ];
  const problem = problemOf(400, {
    type: '/dibs/problems/malformed',
    field: 'name',
    detail: 'a',
    errors: [...errors, 7, { field: 'x' }],
  });
  expect(problem.code).toBe('malformed');
  expect(problem.errors).toEqual(errors);
  expect(problemOf(400, { type: 'https://elsewhere.example/x' }).code).toBe('unreadable');
});

test('proxy page instead of a problem is named by its status', () => {
  expect(problemOf(502, '<html>').code).toBe('unreadable');
  expect(problemOf(502, '<html>').title).toBe('HTTP 502');
});

test('problem members of a wrong type are dropped', () => {
  const problem = problemOf(409, { type: 5, conflicts: 'x', current: [] }, '7');
  expect(problem.conflicts).toEqual([]);
  expect(problem.current).toBeUndefined();
  expect(problem.retryAfterS).toBe(7);
});

test('log reading is recognised by its code, not by a plain 503', () => {
  const is = (type: string) => isReadingLog(problemOf(503, { type: `/problems/${type}` }, '1'));
  expect(['reading-log', 'service-unavailable', 'busy', 'unavailable'].map(is)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('log progress is parsed where it is a share', () => {
  const reading = (progress: unknown) =>
    problemOf(503, { type: '/problems/reading-log', progress }, '1');
  expect(reading(0.41)).toMatchObject({ code: 'reading-log', progress: 0.41, retryAfterS: 1 });
  expect([reading('41 %').progress, reading(41).progress, reading(undefined).progress]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
