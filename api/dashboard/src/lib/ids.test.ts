import { expect, test } from 'vitest';
import { freshId, toBase32, uuidV7 } from './ids';

test('zero gives 26 zeros and the highest number begins with 7', () => {
  expect(toBase32(new Uint8Array(16))).toBe('0'.repeat(26));
  expect(toBase32(new Uint8Array(16).fill(255))).toBe(`7${'Z'.repeat(25)}`);
});

test('id has its time, version and variant', () => {
  const bytes = uuidV7(0x0123456789ab, new Uint8Array(10).fill(255));
  expect([...bytes.subarray(0, 6)]).toEqual([0x01, 0x23, 0x45, 0x67, 0x89, 0xab]);
  expect((bytes[6] ?? 0) >> 4).toBe(7);
  expect((bytes[8] ?? 0) >> 6).toBe(2);
});

test('later ids sort after earlier ones', () => {
  const ids = [1_000, 2_000, 3_000].map((now) => freshId('res', now));
  expect([...ids].sort()).toEqual(ids);
  expect(ids[0]).toMatch(/^res_[0-9A-HJKMNP-TV-Z]{26}$/);
});
