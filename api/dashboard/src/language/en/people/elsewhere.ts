/* Signing in with an identity provider, and why that failed; a directory whose passwords work too. */
import { english } from '../../english';

export const elsewhere = english({
  'elsewhere.signIn': 'Sign in with {name}',
  'elsewhere.or': 'or',
  'elsewhere.signUp': 'No account yet? Make yourself one',
  'elsewhere.directory': 'Your {name} password works here too.',
  'elsewhere.unreachable': 'The identity provider does not answer. Try again in a moment.',
  'elsewhere.failed':
    'Signing in there failed. If it fails again, tell an admin: the server’s log says why.',
  'elsewhere.denied': 'You were not signed in there.',
  'elsewhere.expired': 'This sign-in began too long ago, or in another browser. Begin again.',
  'elsewhere.no_name': 'Your name there cannot be an account on the GPU hosts. Ask an admin.',
  'elsewhere.no_account': 'You have no account on Dibs yet. Ask an admin for one.',
  'elsewhere.renamed':
    'Your name there differs from your name on Dibs. Ask an admin to rename you.',
  'elsewhere.taken': 'Somebody else has this name on Dibs. Ask an admin.',
  'elsewhere.admin': 'An admin has this name on Dibs, and signs in with a password.',
  'elsewhere.last_admin':
    'You are the last admin here, and no admin there any more. Sign in with your password.',
  'elsewhere.disabled': 'Your account is disabled. Ask an admin.',
  'elsewhere.busy': 'Too many people sign in at the moment. Try again.',
});
