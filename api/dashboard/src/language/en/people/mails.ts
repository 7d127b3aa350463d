/* Which mails one wants about one's bookings. */
import { english } from '../../english';

export const mails = english({
  'mails.title': 'Mails',
  'mails.text': 'About your bookings and budgets. Applied immediately.',
  'mails.none': 'This site sends no mail: it has no mail server.',
  'mails.noAddress': 'Your account has no mail address, so none reaches you.',
  'mails.addAddress': 'Add one',
  'mails.on': 'Mails about my bookings',
  'mails.onHint':
    'What others changed, what was suspended or approved, what waits for your approval, and what is chosen below. Mails about violations, idle bookings and GPUs that cannot be used come in any case.',
  'mails.start': 'Before a booking begins',
  'mails.end': 'Before a booking ends',
  'mails.never': 'no reminder',
  'mails.before': '{length} before',
  'mails.calendar': 'Invitations for my calendar',
  'mails.calendarHint':
    'Each booking, each change and each end of one as an invitation. Who follows a calendar link has them already, and would see them twice.',
  'mails.weekly': 'Weekly report by mail',
  'mails.weeklyHint':
    'On Monday at 07:00: the week that has ended, with what you may see of it. In the zone that you chose above, else in UTC.',
  'mails.budgets': 'When a budget is nearly spent',
  'mails.budgetsHint':
    'At 80 % and when nothing is left: of groups that you manage and projects that you have bookings for. Admins hear of all.',
  'mails.saving': 'Saving…',
  'mails.kept': 'Kept with your account.',
});
