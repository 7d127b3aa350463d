/* One's own account, and for admins those of others: passwords, tokens, where one is signed in. None of
   it can be undone, so nothing is left on the undo stack; screens ask first where it hurts. */
import { api, ask, askAll, command, seen } from './client';
import type { Result } from './problem';
import type { Person, PersonNew, RecoveryCodes, SecondFactorBegun, SecondFactorConfirmed, SessionInList, Token, TokenMade, TokenNew } from './types';

const key = (once: string) => ({ 'Idempotency-Key': once });
// A list read after a change of one's own has the change in it.
const page = (cursor: string | undefined) => ({ limit: 1000, at_least: seen.position, ...(cursor === undefined ? {} : { cursor }) });

export function listTokens(): Promise<Result<Token[]>> {
  return askAll((cursor) => api.GET('/api/v1/tokens', { params: { query: page(cursor) } }));
}

/** Not repeated when no answer came: a second one could not tell the secret. */
export function makeToken(token: TokenNew): Promise<Result<TokenMade>> {
  return ask(api.POST('/api/v1/tokens', { body: token }));
}

export function revokeToken(id: string): Promise<Result<unknown>> {
  return command((once) => api.DELETE('/api/v1/tokens/{id}', { params: { path: { id }, header: key(once) } }));
}

/** One's own; of somebody else as an admin. */
export function listSessions(person?: string): Promise<Result<SessionInList[]>> {
  return askAll((cursor) => api.GET('/api/v1/sessions', { params: { query: { ...page(cursor), ...(person === undefined ? {} : { person }) } } }));
}

export function endSession(id: string): Promise<Result<unknown>> {
  return command((once) => api.DELETE('/api/v1/sessions/{id}', { params: { path: { id }, header: key(once) } }));
}

export function signOutPerson(person: string): Promise<Result<unknown>> {
  return command((once) => api.DELETE('/api/v1/sessions', { params: { query: { person }, header: key(once) } }));
}

/** One's own with the current one; anybody's as an admin. */
export function setPassword(id: string, password: string, current?: string): Promise<Result<unknown>> {
  const body = current === undefined ? { password } : { password, current_password: current };
  return command((once) => api.POST('/api/v1/people/{id}/password', { params: { path: { id }, header: key(once) }, body }));
}

/** Not repeated when no answer came, and not on record: another begins anew. */
export function beginSecondFactor(id: string, password: string): Promise<Result<SecondFactorBegun>> {
  return ask(api.POST('/api/v1/people/{id}/second-factor', { params: { path: { id } }, body: { current_password: password } }));
}

export function turnOnSecondFactor(id: string, body: SecondFactorConfirmed): Promise<Result<RecoveryCodes>> {
  return command((once) => api.PUT('/api/v1/people/{id}/second-factor', { params: { path: { id }, header: key(once) }, body }));
}

/** One's own with the password; anybody's as an admin. */
export function turnOffSecondFactor(id: string, password?: string): Promise<Result<unknown>> {
  const body = password === undefined ? {} : { body: { current_password: password } };
  return command((once) => api.DELETE('/api/v1/people/{id}/second-factor', { params: { path: { id }, header: key(once) }, ...body }));
}

export function listPeople(): Promise<Result<Person[]>> {
  return askAll((cursor) => api.GET('/api/v1/people', { params: { query: page(cursor) } }));
}

export function addPerson(person: PersonNew): Promise<Result<Person>> {
  return command((once) => api.POST('/api/v1/people', { params: { header: key(once) }, body: person }));
}
