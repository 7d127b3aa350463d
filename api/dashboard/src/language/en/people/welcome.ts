/* Setting one's own password with a one-time link. */
import { english } from '../../english';

export const welcome = english({
  'welcome.title': 'Choose your password',
  'welcome.text': 'This link works once. Then sign in with your name and the new password.',
  'welcome.name': 'You sign in as',
  'welcome.password': 'Your new password',
  'welcome.submit': 'Set the password',
  'welcome.noLink':
    'A link from an admin is needed here. Open it as a whole: part of it is missing.',
  'welcome.void':
    'This link does not work (any more). If you have set your password with it already, sign in; else ask an admin for another.',
  'welcome.tooMany': 'Too many tries. Wait {count} s.',
  'welcome.signIn': 'Sign in',
});
