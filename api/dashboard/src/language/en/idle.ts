/* A running booking that nothing uses, and keeping it: on Home and on its page. */
import { english } from '../english';

export const idle = english({
  'idle.idle': 'Nothing has used it since {time}.',
  'idle.noShow': 'Nothing of its owner has run there since it began, {time}.',
  'idle.frees': 'Its rest is freed at {time} at the soonest, unless it works or is kept.',
  'idle.untold': 'Nobody could tell its owner yet: until then it is not freed.',
  'idle.keep': { one: 'Keep {count} hour', other: 'Keep {count} hours' },
  'idle.keptNow': 'Kept, used or not',
  'idle.keptUntil': 'Kept until {time}, used or not.',
});
