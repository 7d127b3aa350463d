import { expect, test } from 'vitest';
import type { Booking } from '../../data/bookings/booking';
import { changedText, doneText, whose } from './done_text';

const at = (time: string) => Date.parse(`2026-11-24T${time}:00.000Z`);
const bartek: Booking = {
  id: 'res_1',
  gpus: ['gpu01:0', 'gpu01:1'],
  owner: 'per_bartek',
  ownerName: 'bartek',
  title: 'sdxl',
  from: at('09:00'),
  until: at('12:00'),
  state: 'upcoming',
  version: 1,
};
const now = at('08:00');

test('toast names the change and the owner', () => {
  expect(whose({ ...bartek, title: '' })).toBe('bartek’s booking');
  expect(doneText('cancelled', bartek)).toMatch(
    /^Cancelled bartek’s booking “sdxl” of gpu01:0-1, Tue 24 Nov /,
  );
  expect(changedText(bartek, { until: at('14:00') }, now)).toMatch(
    /^Extended bartek’s booking “sdxl” by 2\u00a0h, until \d\d:00$/,
  );
  expect(changedText(bartek, { until: at('11:30') }, now)).toMatch(
    /^Shortened bartek’s booking “sdxl” by 30\u00a0min, until /,
  );
  expect(changedText(bartek, { title: 'flux' }, now)).toBe('Named bartek’s booking “flux”');
  expect(changedText(bartek, { gpus: ['gpu02:0'] }, now)).toMatch(
    /^Moved bartek’s booking “sdxl” to gpu02:0, /,
  );
  expect(changedText(bartek, { from: at('10:00'), until: at('13:00') }, now)).toMatch(
    /^Moved bartek’s booking “sdxl” to gpu01:0-1, Tue 24 Nov /,
  );
});
