/* Signing in a program with a code. */
import { english } from '../../english';

export const device = english({
  'device.code': 'Code that it shows',
  'device.look': 'Next',
  'device.asks': '{label}, at {address}, asks to be signed in as you, {name}.',
  'device.may': 'It will be able to read and to book in your name until {time}.',
  'device.mayAll': 'It will be able to do all that you may, until {time}.',
  'device.all': 'All that I may, not only reading and booking',
  'device.password': 'Your password',
  'device.factor': 'Code of your authenticator',
  'device.warning':
    'Approve only if you have just started this yourself. Whoever sent you this address may be behind the program.',
  'device.until': 'Good until {time}.',
  'device.approve': 'Sign it in',
  'device.decline': 'No',
  'device.approved': 'It is signed in. You can close this page; its token is listed under Me.',
  'device.declined': 'It was not signed in.',
});
