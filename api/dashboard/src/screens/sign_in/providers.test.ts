import { expect, test } from 'vitest';
import { elsewhere } from '../../language/en/people/elsewhere';
import { refusalKey } from './providers';

const notRefusals = ['elsewhere.signIn', 'elsewhere.or', 'elsewhere.signUp', 'elsewhere.directory'];

test('each refusal word of the server has its text, others have none', () => {
  for (const key of Object.keys(elsewhere)) {
    if (!notRefusals.includes(key)) expect(refusalKey(key.replace('elsewhere.', ''))).toBe(key);
  }
  for (const word of [
    null,
    '',
    'signIn',
    'or',
    'directory',
    '<script>',
    'constructor',
    '__proto__',
  ])
    expect(refusalKey(word)).toBeUndefined();
});
