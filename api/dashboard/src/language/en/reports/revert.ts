/* What comes of taking an event back, or why it cannot be: with what finds that out, once somebody asks. */
import { english } from '../../english';

export const revert = english({
  'revert.done': 'Taken back: {what}',
  'revert.then': 'It would be: {what}',
  'revert.changedSince': 'It was changed again since: that goes as well.',
  'revert.later': {
    one: '{count} later change goes as well: by {who}, {time}.',
    other: '{count} later changes go as well: by {who}, since {time}.',
  },
  'revert.cancels': 'It is cancelled, and the GPUs are free.',
  'revert.releases': 'It runs now: the rest of its time is released.',
  'revert.rebooks': 'From now until its old end, as a new booking.',
  'revert.unexcuses': '{who} on {gpu} is a violation again.',
  'revert.rules': 'They hold for everybody, from the moment they are set.',
  'revert.yours': 'Whoever makes it again owns it: it would be yours.',
  'revert.isSo': 'it is so already.',
  'revert.over': 'it is over.',
  'revert.swapped': 'its GPUs were swapped because one could not be used: that stays.',
  'revert.suspended': 'it is suspended; its GPUs are not booked.',
  'revert.cancelled': 'the booking is cancelled. Revert that first.',
  'revert.gone': 'the board is gone.',
  'revert.grantGone': 'the grant was withdrawn.',
  'revert.unknown': 'the history does not say what it was before.',
});
