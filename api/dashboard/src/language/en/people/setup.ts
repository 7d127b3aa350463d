/* The first run. */
import { english } from '../../english';

export const setup = english({
  'setup.title': 'Make yourself the admin',
  'setup.text': 'This link works once. You can add other people later.',
  'setup.name': 'Your name',
  'setup.nameHint': 'What colleagues see.',
  'setup.unix': 'Your account on the GPU hosts',
  'setup.unixHint': 'The Unix name: you sign in with it, and your processes are known by it.',
  'setup.password': 'Password',
  'setup.submit': 'Start using Dibs',
  'setup.done': 'This Dibs is set up already.',
  'setup.signIn': 'Sign in',
  'setup.noToken':
    'The one-time link is needed here. It stands in the last line that the server printed when it started: “Dibs is ready: …”. A restart prints a new one.',
  'setup.side1': 'Book GPUs ahead',
  'setup.side1text': 'Draw a rectangle over GPUs and hours. It is one booking.',
  'setup.side2': 'See who uses them',
  'setup.side2text': 'Every GPU once a second, every process with its owner.',
  'setup.side3': 'Know what happened',
  'setup.side3text': 'Nothing is ever overwritten: who held what, and who changed it.',
});
