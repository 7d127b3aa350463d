/* What an admin does for a person, on the list of people and on their page; their sessions. */
import { english } from '../../english';

export const account = english({
  'me.role': 'Role',
  'me.role.user': 'User',
  'me.role.admin': 'Admin',
  'me.role.observer': 'Observer',
  'me.new': 'New password',
  'me.unknownPlace': 'address not known',
  'me.sessionTimes': 'since {since}, until {until}',
  'me.end': 'End',
  'me.endLabel': 'End the session from {where}, since {since}',
  'me.renew': 'New password',
  'me.renewLabel': 'New password for {name}',
  'me.renewText': 'Ends their sessions. Tell it to them; they can change it themselves.',
  'me.renewed': '{name} has a new password',
  'me.signOut': 'Sign out',
  'me.signOutLabel': 'Sign out {name}',
  'me.signOutText': 'Ends all their sessions. They can sign in again; tokens go on working.',
  'me.signedOutPerson': 'Signed out {name}',
});
