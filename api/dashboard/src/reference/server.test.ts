import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withServer } from './server';

test('contract has the server’s whole address below a path prefix', () => {
  const contract = readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8');
  const serverOf = (page: string) =>
    /^servers:\n +- url: (.*)$/m.exec(withServer(contract, page))?.[1];
  expect(serverOf('https://dibs.example/api')).toBe('https://dibs.example');
  expect(serverOf('http://127.0.0.1:8080/dibs/api')).toBe('http://127.0.0.1:8080/dibs');
});
