/* The still picture of a calendar, beside the forms of who is not signed in and of who begins. What stands in it is invented. */
import { english } from '../../english';

export const picture = english({
  'picture.day':
    'A calendar: a row for each GPU, a column for each hour, bookings as blocks, a line where now is',
  'picture.drawing':
    'A calendar in which a booking of four GPUs from 10:00 to 14:00 is being drawn with the mouse',
  'picture.mine': 'Your booking',
  'picture.one': 'Pretraining',
  'picture.two': 'Evaluation',
  'picture.three': 'Fine-tuning',
  'picture.four': 'Notebook',
});
