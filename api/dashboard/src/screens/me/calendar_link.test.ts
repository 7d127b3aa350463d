import { expect, test } from 'vitest';
import { asked, named, own } from './calendar_link';

const hosts = [{ id: 'host_1', name: 'gpu03' }];
const gpus = [
  { id: 'gpu_1', name: 'gpu03:0' },
  { id: 'gpu_2', name: 'gpu03:0.1' },
];

test('link is for own bookings, a group, or a named host or GPU', () => {
  expect(asked(own, 'gpu03', hosts, gpus)).toEqual({});
  expect(asked('grp_1', '', hosts, gpus)).toEqual({ group_id: 'grp_1' });
  expect(asked(named, ' GPU03 ', hosts, gpus)).toEqual({ host_id: 'host_1' });
  expect(asked(named, 'gpu03:0', hosts, gpus)).toEqual({ gpu_id: 'gpu_1' });
  expect(asked(named, 'gpu03:0.1', hosts, gpus)).toEqual({ gpu_id: 'gpu_2' });
});

test('unknown name gives no link', () => {
  expect(asked(named, 'gpu04', hosts, gpus)).toBeNull();
  expect(asked(named, '', hosts, gpus)).toBeNull();
});
