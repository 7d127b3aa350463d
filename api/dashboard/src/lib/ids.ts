/* Ids made by the page: a UUIDv7 in Crockford base32 behind its prefix, as the server makes them.
   With its own id a client can repeat a command and draw the result before the answer comes. */

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 26 digits, most significant first. */
export function toBase32(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let text = '';
  for (let i = 0; i < 26; i += 1) {
    text = digits.charAt(Number(number & 31n)) + text;
    number >>= 5n;
  }
  return text;
}

export function uuidV7(now: number, random: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(16);
  bytes.set(random.subarray(0, 10), 6);
  let rest = Math.floor(now);
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes;
}

/** `freshId('res', clock.ms())`: "res_01JD…". */
export function freshId(prefix: string, now: number): string {
  return `${prefix}_${toBase32(uuidV7(now, crypto.getRandomValues(new Uint8Array(10))))}`;
}

/** An Idempotency-Key; every key is unique. */
export function freshKey(): string {
  return toBase32(crypto.getRandomValues(new Uint8Array(16)));
}
