/* A GPU that two hosts report, at the host: with what shows that, where there is one. */
import { english } from '../../english';

export const clash = english({
  'clash.all': 'GPUs that two hosts report',
  'clash.one':
    '{gpu} (UUID {uuid}) is reported by {claimant} too, since {time}. It stays on {host} with its bookings, and what {claimant} says of it does not count.',
  'clash.move': 'Move it to {claimant}',
  'clash.ask': 'Move {gpu} to {claimant}?',
  'clash.why':
    'Right if the card is in {claimant} now. If {claimant} is a copy of another machine, or reports what it does not have, the GPU belongs on {host}.',
  'clash.noBookings': 'No booking moves along.',
  'clash.bookings': { one: '{count} booking moves along:', other: '{count} bookings move along:' },
  'clash.moved': '{gpu} is on {claimant} now',
});
