/* A person's own account, and for admins the accounts of others: passwords, tokens, sessions. None
   of it can be undone, so nothing goes on the undo stack; screens confirm destructive actions. */
import { api, ask, askAll, command, seen } from '../client';
import type { Result } from '../problem';
import type {
  Person,
  PersonNew,
  RecoveryCodes,
  SecondFactorBegun,
  SecondFactorConfirmed,
  SessionInList,
  Token,
  TokenMade,
  TokenNew,
} from '../types';

const key = (once: string) => ({ 'Idempotency-Key': once });
// A list that is read after a change of one's own includes the change.
const page = (cursor: string | undefined) => ({
  limit: 1000,
  at_least: seen.position,
  ...(cursor === undefined ? {} : { cursor }),
});

export function listTokens(): Promise<Result<Token[]>> {
  return askAll((cursor) => api.GET('/api/v1/tokens', { params: { query: page(cursor) } }));
}

/** Not repeated when no answer came: a second request could not return the secret. */
export function makeToken(token: TokenNew): Promise<Result<TokenMade>> {
  return ask(api.POST('/api/v1/tokens', { body: token }));
}

export function revokeToken(id: string): Promise<Result<unknown>> {
  return command((once) =>
    api.DELETE('/api/v1/tokens/{id}', { params: { path: { id }, header: key(once) } }),
  );
}

/** One's own sessions; as an admin, those of another person. */
export function listSessions(person?: string): Promise<Result<SessionInList[]>> {
  return askAll((cursor) =>
    api.GET('/api/v1/sessions', {
      params: { query: { ...page(cursor), ...(person === undefined ? {} : { person }) } },
    }),
  );
}

export function endSession(id: string): Promise<Result<unknown>> {
  return command((once) =>
    api.DELETE('/api/v1/sessions/{id}', { params: { path: { id }, header: key(once) } }),
  );
}

export function signOutPerson(person: string): Promise<Result<unknown>> {
  return command((once) =>
    api.DELETE('/api/v1/sessions', { params: { query: { person }, header: key(once) } }),
  );
}

/** One's own password needs the current one; an admin may set anyone's. */
export function setPassword(
  id: string,
  password: string,
  current?: string,
): Promise<Result<unknown>> {
  const body = current === undefined ? { password } : { password, current_password: current };
  return command((once) =>
    api.POST('/api/v1/people/{id}/password', { params: { path: { id }, header: key(once) }, body }),
  );
}

/** Not repeated when no answer came, and not recorded: starting again replaces it. */
export function beginSecondFactor(
  id: string,
  password: string,
): Promise<Result<SecondFactorBegun>> {
  return ask(
    api.POST('/api/v1/people/{id}/second-factor', {
      params: { path: { id } },
      body: { current_password: password },
    }),
  );
}

export function turnOnSecondFactor(
  id: string,
  body: SecondFactorConfirmed,
): Promise<Result<RecoveryCodes>> {
  return command((once) =>
    api.PUT('/api/v1/people/{id}/second-factor', {
      params: { path: { id }, header: key(once) },
      body,
    }),
  );
}

/** One's own needs the password; an admin may turn off anyone's. */
export function turnOffSecondFactor(id: string, password?: string): Promise<Result<unknown>> {
  const body = password === undefined ? {} : { body: { current_password: password } };
  return command((once) =>
    api.DELETE('/api/v1/people/{id}/second-factor', {
      params: { path: { id }, header: key(once) },
      ...body,
    }),
  );
}

export function listPeople(): Promise<Result<Person[]>> {
  return askAll((cursor) => api.GET('/api/v1/people', { params: { query: page(cursor) } }));
}

export function addPerson(person: PersonNew): Promise<Result<Person>> {
  return command((once) =>
    api.POST('/api/v1/people', { params: { header: key(once) }, body: person }),
  );
}
