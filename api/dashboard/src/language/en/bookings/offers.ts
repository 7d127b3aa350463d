/* What is found for a wish: the field of Home, and the palette. */
import { english } from '../../english';

export const offers = english({
  'palette.example': 'For example: 4xA100 8h, gpu03:0-3 tomorrow 9-17, fleet',
  'palette.asking': 'Looking for free slots…',
  'palette.needsGpus': 'Which GPUs? Write 4xA100, or gpu03:0-3.',
  'palette.needsTime': 'For how long? Add 8h, or tomorrow 9-17.',
  'palette.notFree': 'That is not free {when}. Free instead:',
  'palette.tooMany': {
    one: 'There is only {count} such GPU.',
    other: 'There are only {count} such GPUs.',
  },
  'palette.noSlot': 'Nothing like it is free in the next 14 days.',
  'palette.unreadable': 'Cannot read “{text}” as a time.',
  'palette.takenAs': 'Read as {when}.',
  'palette.orTime': 'Or: {when}',
  'palette.booked': 'Booked {gpus}, {when}',
  'palette.leftOut': 'Left out as unhealthy: {gpus}.',
  'palette.instead': '{why} Free instead:',
  'palette.worksThere': 'in use just now, without a booking: {gpus}',
  'palette.again': 'Press Enter again to book this instead.',
  'palette.time.several': '“{text}” can mean several times. Which one?',
  'palette.time.passed': 'That time has passed. Instead:',
  'palette.time.open': '“{text}” does not say until when. Which one?',
  'palette.past': 'That time is over.',
});
