/* One-time links with which people set their own password: an admin creates one, its recipient uses
   it. Neither is repeated when no answer came: a second link could not be told from the first, and
   a used one is void. */
import { href } from '../../lib/base_path';
import { api, ask } from '../client';
import type { Result } from '../problem';
import type { PasswordLink } from '../types';

/** Returns the whole address: a server that does not know its own sends a path. */
export async function makePasswordLink(person: string): Promise<Result<PasswordLink>> {
  const got = await ask(
    api.POST('/api/v1/people/{id}/password-link', { params: { path: { id: person } } }),
  );
  if (!got.ok || !got.value.url.startsWith('/')) return got;
  return { ...got, value: { ...got.value, url: `${location.origin}${href(got.value.url)}` } };
}

export function usePasswordLink(secret: string, password: string): Promise<Result<unknown>> {
  return ask(api.POST('/api/v1/session/password-link', { body: { secret, password } }));
}
