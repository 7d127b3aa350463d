/* An invitation to a group, and answering it. */
import { english } from '../english';

export const invitation = english({
  'invitation.limits': 'If you join, these limits apply to you: {list}.',
  'invitation.noLimits': 'The group has no limits of its own.',
  'invitation.accept': 'Accept',
  'invitation.decline': 'Decline',
  'invitation.joined': 'You joined {group}',
  'invitation.declined': 'You declined to join {group}',
});
