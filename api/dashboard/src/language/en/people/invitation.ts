/* An invitation to a group, and answering it. */
import { english } from '../../english';

export const invitation = english({
  'invitation.limits': 'If you join, these limits apply to you: {list}.',
  'invitation.budget.refuse': '{hours} GPU-hours {period} for all members together',
  'invitation.budget.warn':
    '{hours} GPU-hours {period} for all members together, with a warning above',
  'invitation.period.week': 'each week',
  'invitation.period.month': 'each month',
  'invitation.period.quarter': 'each quarter',
  'invitation.period.year': 'each year',
  'invitation.period.once': 'once',
  'invitation.level.off': 'no use of a GPU counts as a violation',
  'invitation.level.against_bookings': 'using a GPU that someone else booked counts as a violation',
  'invitation.level.always': 'using a GPU without a booking counts as a violation',
  'invitation.noLimits': 'The group has no limits of its own.',
  'invitation.accept': 'Accept',
  'invitation.decline': 'Decline',
  'invitation.joined': 'You joined {group}',
  'invitation.declined': 'You declined to join {group}',
});
