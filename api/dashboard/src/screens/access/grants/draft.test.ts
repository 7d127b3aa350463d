import { expect, test } from 'vitest';
import type { Grant } from '../../../data/types';
import { draftOf, faultOf, freshDraft, newOf, patchOf } from './draft';

const grant: Grant = {
  id: 'grt_1',
  name: 'nights',
  to: { everyone: false, people: [], groups: ['grp_1'] },
  what: { everything: false, gpus: [], hosts: ['host_1'], models: [] },
  zone: 'Europe/Warsaw',
  windows: [{ days: ['mon', 'tue'], from: '20:00', until: '08:00' }],
  names: [],
  version: 3,
  created_at: '2026-11-20T06:50:00.000Z',
};
const saved = draftOf(grant, 'UTC');
const known = (zone: string) => zone !== 'Mars/Base';

test('unchanged members are not sent', () => {
  expect(patchOf(saved, saved)).toBeUndefined();
  expect(
    patchOf(saved, {
      ...saved,
      windows: [{ days: ['tue', 'mon'], from: '20:00', until: '08:00' }],
    }),
  ).toBeUndefined();
  expect(
    patchOf(saved, {
      ...saved,
      windows: [{ days: ['mon', 'tue'], from: '20:00', until: '05:00' }],
    }),
  ).toEqual({ windows: [{ days: ['mon', 'tue'], from: '20:00', until: '05:00' }] });
});

test('end is set and removed', () => {
  const until = '2027-03-31T00:00:00.000Z';
  expect(patchOf(saved, { ...saved, until })).toEqual({ until });
  expect(patchOf({ ...saved, until }, saved)).toEqual({ until: null });
});

test('any time has no windows, and the first window sets the zone', () => {
  expect(patchOf(saved, { ...saved, always: true })).toEqual({ windows: [] });
  const any = draftOf(
    { ...grant, zone: undefined, windows: [] } as unknown as Grant,
    'Europe/Paris',
  );
  expect(patchOf(any, { ...any, always: false, windows: grant.windows })).toEqual({
    zone: 'Europe/Paris',
    windows: grant.windows,
  });
});

test('everyone is not sent with other recipients', () => {
  expect(patchOf(saved, { ...saved, everyone: true })).toEqual({ to: { everyone: true } });
  expect(newOf({ ...freshDraft('x', { groups: ['grp_1'] }, 'UTC') }, 'grt_2')).toEqual({
    id: 'grt_2',
    name: 'x',
    to: { everyone: false, people: [], groups: ['grp_1'] },
    what: { everything: true },
  });
});

test('approval is set, changed and removed', () => {
  expect(
    patchOf(saved, { ...saved, approval: { gpus: null, min: null, approvers: null } }),
  ).toEqual({ approval: {} });
  const above = draftOf({ ...grant, approval: { above_gpus: 4 } }, 'UTC');
  expect(above.approval).toEqual({ gpus: 4, min: null, approvers: null });
  expect(patchOf(above, { ...above, approval: { gpus: 4, min: 60, approvers: null } })).toEqual({
    approval: { above_gpus: 4, above_min: 60 },
  });
  const named = draftOf({ ...grant, approval: { above_gpus: 4, approvers: ['per_2'] } }, 'UTC');
  expect(
    patchOf(named, {
      ...named,
      approval: { gpus: null, min: null, approvers: named.approval?.approvers ?? null },
    }),
    'who approves stays',
  ).toEqual({ approval: { approvers: ['per_2'] } });
  expect(patchOf(above, { ...above, approval: null })).toEqual({ approval: null });
  expect(newOf({ ...above }, 'grt_2').approval).toEqual({ above_gpus: 4 });
});

test('invalid draft gives its fault', () => {
  expect(faultOf(saved, known)).toBeUndefined();
  expect(faultOf({ ...saved, name: '  ' }, known)).toBe('name');
  expect(faultOf({ ...saved, groups: [] }, known)).toBe('who');
  expect(faultOf({ ...saved, hosts: [] }, known)).toBe('what');
  expect(faultOf({ ...saved, windows: [] }, known)).toBe('windows');
  expect(faultOf({ ...saved, zone: 'Mars/Base' }, known)).toBe('zone');
  expect(
    faultOf(
      { ...saved, from: '2027-03-31T00:00:00.000Z', until: '2027-03-31T00:00:00.000Z' },
      known,
    ),
  ).toBe('reversed');
});
