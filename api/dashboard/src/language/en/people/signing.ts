/* Signing in. */
import { english } from '../../english';

export const signing = english({
  'signIn.title': 'Sign in',
  'signIn.text': 'With the name you use on the GPU hosts.',
  'signIn.side': 'Who has which GPU, and until when',
  'signIn.sideText':
    'Draw over GPUs and hours to book them. What was used shows below each booking.',
  'signIn.name': 'Name',
  'signIn.password': 'Password',
  'signIn.submit': 'Sign in',
  'signIn.code': 'Code',
  'signIn.codeHint': 'From your authenticator, or a recovery code.',
  'signIn.codeWrong': 'The code does not fit, or it was used already. Wait for the next.',
  'signIn.wrong': 'The name or the password is not right.',
  'signIn.tooMany': 'Too many tries. Wait {count} s.',
  'signIn.zone': 'Times are {zone}.',
  'signIn.forgotten': 'Forgotten? An admin can give you a new password.',
  'signIn.notSetUp':
    'Nobody can sign in yet: open the one-time link that the server printed when it started.',
  'signIn.unreachable': 'The server does not answer.',
});
