/* Turning a second factor on and off. */
import { english } from '../../english';

export const secondFactor = english({
  'factor.turnOn': 'Turn on a second factor',
  'factor.what':
    'You need an authenticator: an app on your phone, or a password manager, that shows codes of six digits.',
  'factor.password': 'Current password',
  'factor.passwordWrong': 'This is not your current password.',
  'factor.next': 'Next',
  'factor.scan':
    'Let the authenticator read this, or type the secret into it. Then type the code that it shows.',
  'factor.qr': 'QR code for an authenticator; it holds the secret below',
  'factor.secret': 'Secret',
  'factor.code': 'Code that it shows',
  'factor.codeWrong':
    'This code does not fit. Take the one it shows now; is the phone’s clock right?',
  'factor.confirm': 'Turn it on',
  'factor.isOn': 'It is on',
  'factor.recovery': 'Recovery codes',
  'factor.recoveryText':
    'Without your authenticator each of these signs you in once. Copy them now: you will not see them again.',
  'factor.kept': 'I have kept them',
  'factor.turnOff': 'Turn it off',
  'factor.turnOffTitle': 'Turn off the second factor?',
  'factor.turnOffText':
    'Your password alone signs you in then. The authenticator and the recovery codes open nothing any more.',
  'factor.turnedOff': 'Turned off the second factor',
});
