import { expect, test } from 'vitest';
import { isReadingLog, problemOf } from './problem';

test('a problem is read with what it carries', () => {
  const problem = problemOf(409, {
    type: '/problems/slot-taken', title: 'Taken', detail: 'ann holds it', request_id: 'r1', field: 'gpus',
    conflicts: [{ gpu_name: 'gpu03:2' }], alternatives: [{}, {}],
  });
  expect(problem.code).toBe('slot-taken');
  expect(problem.conflicts).toHaveLength(1);
  expect(problem.alternatives).toHaveLength(2);
  expect(problem.requestId).toBe('r1');
});

test('all that is wrong is kept, and the code is the end of the type below a path prefix too', () => {
  const errors = [{ field: 'name', code: 'malformed', detail: 'a' }, { field: 'port', code: 'out-of-range', detail: 'b' }];
  const problem = problemOf(400, { type: '/dibs/problems/malformed', field: 'name', detail: 'a', errors: [...errors, 7, { field: 'x' }] });
  expect(problem.code).toBe('malformed');
  expect(problem.errors).toEqual(errors);
  expect(problemOf(400, { type: 'https://elsewhere.example/x' }).code).toBe('unreadable');
});

test('a proxy\'s page in place of a problem is named by its status', () => {
  expect(problemOf(502, '<html>').code).toBe('unreadable');
  expect(problemOf(502, '<html>').title).toBe('HTTP 502');
});

test('members of a wrong type are left out', () => {
  const problem = problemOf(409, { type: 5, conflicts: 'x', current: [] }, '7');
  expect(problem.conflicts).toEqual([]);
  expect(problem.current).toBeUndefined();
  expect(problem.retryAfterS).toBe(7);
});

test('a server that reads its log is told by its code; any other 503 is not', () => {
  const is = (type: string) => isReadingLog(problemOf(503, { type: `/problems/${type}` }, '1'));
  expect(['reading-log', 'service-unavailable', 'busy', 'unavailable'].map(is)).toEqual([true, false, false, false]);
});

test('how much of the log was read, where that is a share', () => {
  const reading = (progress: unknown) => problemOf(503, { type: '/problems/reading-log', progress }, '1');
  expect(reading(0.41)).toMatchObject({ code: 'reading-log', progress: 0.41, retryAfterS: 1 });
  expect([reading('41 %').progress, reading(41).progress, reading(undefined).progress]).toEqual([undefined, undefined, undefined]);
});
