/* A running booking that nothing uses, and keeping it: on Home and on its page. */
import { english } from '../../english';

export const idle = english({
  'idle.idle': 'Nothing has used it since {time}.',
  'idle.noShow': 'Nothing of its owner has run there since it began, {time}.',
  'idle.frees': 'Its rest is freed at {time} at the soonest, unless it works or is kept.',
  'idle.noShowYours': 'Nothing of yours has run there since it began, {time}.',
  'idle.untold': 'Its owner could not be notified yet, by mail or on a terminal.',
  'idle.untoldYours': 'You could not be notified yet, by mail or on a terminal.',
  'idle.notBefore': 'It is not freed before.',
  'idle.keep': { one: 'Keep {count} hour', other: 'Keep {count} hours' },
  'idle.keptNow': 'Kept, used or not',
  'idle.keptUntil': 'Kept until {time}, used or not.',
});
