/* Signing in a program with a code. */
import { english } from '../english';

export const device = english({
  'device.code': 'Code that it shows',
  'device.look': 'Next',
  'device.asks': '{label}, at {address}, asks to be signed in as you, {name}. It may do then what you may.',
  'device.warning': 'Say yes only if you have just started this yourself. Whoever sent you this address may be behind the program.',
  'device.until': 'Good until {time}.',
  'device.approve': 'Sign it in',
  'device.decline': 'No',
  'device.approved': 'It is signed in. You can close this page; its token is listed under Me.',
  'device.declined': 'It was not signed in.',
});
