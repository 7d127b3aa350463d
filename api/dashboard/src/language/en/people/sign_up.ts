/* Signing up with a code on a host. */
import { english } from '../../english';

export const signUp = english({
  'signUp.title': 'Make yourself an account',
  'signUp.text':
    'You have an account on a GPU host. Dibs leaves a code in a file of yours there; typing it in shows that it is yours.',
  'signUp.notOffered': 'Here an admin makes accounts. Ask one.',
  'signUp.unix': 'Your account on the GPU hosts',
  'signUp.host': 'On which host',
  'signUp.begin': 'Leave me a code',
  'signUp.left':
    'A code for {account} is being left on {host}. It is good until {time}. Read it there:',
  'signUp.notThere': 'There is no such file?',
  'signUp.why':
    'Then {host} does not let Dibs in as {account} yet, or is down. Add this line to ~/.ssh/authorized_keys there, and have a code left again.',
  'signUp.again': 'Leave a code again',
  'signUp.back': 'Another name or host',
  'signUp.code': 'Code',
  'signUp.name': 'Your name, as colleagues see it',
  'signUp.passwordHint': 'At least 12 characters.',
  'signUp.submit': 'Make my account',
  'signUp.signIn': 'You have an account? Sign in',
});
