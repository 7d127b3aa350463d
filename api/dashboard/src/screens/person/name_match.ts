/* The person that an address means: an account is one person's, a name may be several people's.
   Pure. */
import type { Person } from '../../data/types';

export function named(people: readonly Person[], text: string): Person | null {
  const account = people.find((person) => person.unix_name === text);
  if (account) return account;
  const wanted = text.normalize('NFC').toLocaleLowerCase();
  const same = people.filter((person) => person.name.toLocaleLowerCase() === wanted);
  return same.length === 1 ? (same[0] ?? null) : null;
}
