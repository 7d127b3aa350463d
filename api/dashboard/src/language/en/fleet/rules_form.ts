/* The form of the rules. */
import { english } from '../../english';

export const rulesForm = english({
  'system.setRules': 'Set',
  'system.rulesChanged': 'Rules changed',
  'system.rulesText':
    'They hold for everybody, from the moment they are set. Bookings that are made already stay as they are.',
  'system.changeEnforcement': 'Change what is done about violations',
  'system.enforcementText':
    'The steps are taken one after the other while a violation lasts, for all that an account runs there together, as far as the protection of the booking goes.',
  'system.usual': 'default',
  'system.asUsual': 'Dibs default',
  'system.usualOf': '{label}: Dibs default',
  'system.step': 'Step {number}: what is done',
  'system.stepAfter': 'Step {number}: after how long',
  'system.removeStep': 'Remove step {number}',
  'system.addStep': 'Add a step',
  'system.noSteps': 'Nothing is done.',
  'system.stepUnit.seconds': 'seconds',
  'system.stepUnit.minutes': 'minutes',
  'system.stepUnit.hours': 'hours',
  'system.stepUnit.days': 'days',
  'system.stepsHint':
    'Before processes are stopped their people are told: a message on their terminals or a mail to them comes at least 60 seconds sooner.',
  'system.stepsNoMail':
    'This site sends no mail: mails are left out, and tell nobody. Have a message come before a stop.',
  'system.stopsNobody':
    "No booking goes as far as the stop: set how all are protected, or what a booking may ask for, to 'messages, mails, then stopped'.",
  'system.steps.untold':
    'A step stops processes whose people are not told at least 60 seconds before, by a message on their terminals or a mail to them.',
  'system.steps.when': 'Say of each step after how long it comes: 0 seconds to 7 days.',
  'system.steps.tooMany': 'There are at most 12 steps.',
  'system.ignoredHint':
    'A line each, account/program: root/Xorg, gdm/*, root/nvidia-*. A * stands at the end only.',
  'system.ignoredWrong': 'This is no account/program: {line}',
  'system.ignoredMany': 'There are at most 64 lines.',
});
