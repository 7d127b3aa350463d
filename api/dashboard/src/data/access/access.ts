/* Groups, grants and accounts: reads, and changes by those who may make them. A command that can
   touch bookings is a `Change`: `dry` asks what it would do, `run` does it. */
import { api, ask, askAll, command, seen } from '../client';
import type { Problem, Result } from '../problem';
import type {
  Grant,
  GrantNew,
  GrantPatch,
  Group,
  GroupMember,
  Invitation,
  LimitsPatch,
  Person,
  PersonPatch,
  PersonState,
  Role,
  Touched,
} from '../types';
import { tag } from '../connection/versions';

export interface Change<Done = unknown> {
  dry: () => Promise<Result<Touched>>;
  run: () => Promise<Result<Done>>;
}
export type GrantChange = Change<Grant>;

const header = (once: string) => ({ 'Idempotency-Key': once });
const page = (cursor: string | undefined) => ({
  limit: 1000,
  at_least: seen.position,
  ...(cursor === undefined ? {} : { cursor }),
});
const only = { dry_run: true } as const;

export const listGroups = (): Promise<Result<Group[]>> =>
  askAll((cursor) => api.GET('/api/v1/groups', { params: { query: page(cursor) } }));
export const listGrants = (): Promise<Result<Grant[]>> =>
  askAll((cursor) => api.GET('/api/v1/grants', { params: { query: page(cursor) } }));
export const listMembers = (id: string): Promise<Result<GroupMember[]>> =>
  askAll((cursor) =>
    api.GET('/api/v1/groups/{id}/members', { params: { path: { id }, query: page(cursor) } }),
  );
/** A group's open invitations, for its managers. */
export const listInvitations = (id: string): Promise<Result<Invitation[]>> =>
  askAll((cursor) =>
    api.GET('/api/v1/groups/{id}/invitations', { params: { path: { id }, query: page(cursor) } }),
  );
/** The grants that reach a GPU, by the server's rules for models. */
export const grantsOfGpu = (gpu: string): Promise<Result<Grant[]>> =>
  askAll((cursor) => api.GET('/api/v1/grants', { params: { query: { ...page(cursor), gpu } } }));

export interface PeopleFilter {
  q: string;
  role: Role | '';
  state: PersonState | '';
}
export interface PeoplePage {
  items: Person[];
  next_cursor?: string;
}

export function findPeople(
  { q, role, state }: PeopleFilter,
  limit: number,
  cursor?: string,
): Promise<Result<PeoplePage>> {
  const query = {
    limit,
    at_least: seen.position,
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(role === '' ? {} : { role }),
    ...(state === '' ? {} : { state }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  return ask(api.GET('/api/v1/people', { params: { query } }));
}

export const readPerson = (id: string): Promise<Result<Person>> =>
  ask(
    api.GET('/api/v1/people/{id}', {
      params: { path: { id }, query: { at_least: seen.position } },
    }),
  );

export const makeGroup = (id: string, name: string, newcomers: boolean): Promise<Result<Group>> =>
  command((once) =>
    api.POST('/api/v1/groups', { params: { header: header(once) }, body: { id, name, newcomers } }),
  );
export const changeGroup = (
  id: string,
  body: { name?: string; newcomers?: boolean },
): Promise<Result<Group>> =>
  command((once) =>
    api.PATCH('/api/v1/groups/{id}', { params: { path: { id }, header: header(once) }, body }),
  );
export const limitGroup = (id: string, body: LimitsPatch): Promise<Result<Group>> =>
  command((once) =>
    api.PATCH('/api/v1/groups/{id}/limits', {
      params: { path: { id }, header: header(once) },
      body,
    }),
  );
export const changePerson = (id: string, body: PersonPatch): Promise<Result<Person>> =>
  command((once) =>
    api.PATCH('/api/v1/people/{id}', { params: { path: { id }, header: header(once) }, body }),
  );

export const removeGroup = (id: string): Change => ({
  dry: () =>
    touched(ask(api.DELETE('/api/v1/groups/{id}', { params: { path: { id }, query: only } }))),
  run: () =>
    command((once) =>
      api.DELETE('/api/v1/groups/{id}', { params: { path: { id }, header: header(once) } }),
    ),
});

/** `manager`: whether they manage the group; absent leaves it unchanged. */
export const join = (id: string, person: string, manager?: boolean): Change => {
  const body = manager === undefined ? {} : { manager };
  return {
    dry: () =>
      touched(
        ask(
          api.PUT('/api/v1/groups/{id}/members/{person}', {
            params: { path: { id, person }, query: only },
            body,
          }),
        ),
      ),
    run: () =>
      command((once) =>
        api.PUT('/api/v1/groups/{id}/members/{person}', {
          params: { path: { id, person }, header: header(once) },
          body,
        }),
      ),
  };
};
export const leave = (id: string, person: string): Change => ({
  dry: () =>
    touched(
      ask(
        api.DELETE('/api/v1/groups/{id}/members/{person}', {
          params: { path: { id, person }, query: only },
        }),
      ),
    ),
  run: () =>
    command((once) =>
      api.DELETE('/api/v1/groups/{id}/members/{person}', {
        params: { path: { id, person }, header: header(once) },
      }),
    ),
});

export const invite = (id: string, person: string): Promise<Result<unknown>> =>
  command((once) =>
    api.PUT('/api/v1/groups/{id}/invitations/{person}', {
      params: { path: { id, person }, header: header(once) },
    }),
  );
export const withdrawInvitation = (id: string, person: string): Promise<Result<unknown>> =>
  command((once) =>
    api.DELETE('/api/v1/groups/{id}/invitations/{person}', {
      params: { path: { id, person }, header: header(once) },
    }),
  );

export const disablePerson = (id: string): Change => ({
  dry: () =>
    touched(
      ask(api.POST('/api/v1/people/{id}/disable', { params: { path: { id }, query: only } })),
    ),
  run: () =>
    command((once) =>
      api.POST('/api/v1/people/{id}/disable', { params: { path: { id }, header: header(once) } }),
    ),
});
export const enablePerson = (id: string): Change => ({
  dry: () =>
    touched(ask(api.POST('/api/v1/people/{id}/enable', { params: { path: { id }, query: only } }))),
  run: () =>
    command((once) =>
      api.POST('/api/v1/people/{id}/enable', { params: { path: { id }, header: header(once) } }),
    ),
});
export const removePerson = (id: string): Change => ({
  dry: () =>
    touched(ask(api.DELETE('/api/v1/people/{id}', { params: { path: { id }, query: only } }))),
  run: () =>
    command((once) =>
      api.DELETE('/api/v1/people/{id}', { params: { path: { id }, header: header(once) } }),
    ),
});

/** Also deletes the account if it still exists, with the same effect on bookings. The name says
    who is meant. */
export const erasePerson = (id: string, name: string): Change => ({
  dry: () =>
    touched(
      ask(
        api.POST('/api/v1/people/{id}/erasure', {
          params: { path: { id }, query: only },
          body: { unix_name: name },
        }),
      ),
    ),
  run: () =>
    command((once) =>
      api.POST('/api/v1/people/{id}/erasure', {
        params: { path: { id }, header: header(once) },
        body: { unix_name: name },
      }),
    ),
});

export const giveGrant = (body: GrantNew): GrantChange => ({
  dry: () => touched(ask(api.POST('/api/v1/grants', { params: { query: only }, body }))),
  run: () =>
    command((once) =>
      api.POST('/api/v1/grants', { params: { header: header(once) }, body }),
    ) as Promise<Result<Grant>>,
});
/** The version seen must still be the one there: 412 otherwise. */
export const changeGrant = (id: string, version: number, body: GrantPatch): GrantChange => ({
  dry: () =>
    touched(
      ask(
        api.PATCH('/api/v1/grants/{id}', {
          params: { path: { id }, query: only, header: { 'If-Match': tag(id, version) } },
          body,
        }),
      ),
    ),
  run: () =>
    command((once) =>
      api.PATCH('/api/v1/grants/{id}', {
        params: { path: { id }, header: { 'If-Match': tag(id, version), ...header(once) } },
        body,
      }),
    ) as Promise<Result<Grant>>,
});
export const withdrawGrant = (id: string, version: number): Change => ({
  dry: () =>
    touched(
      ask(
        api.DELETE('/api/v1/grants/{id}', {
          params: { path: { id }, query: only, header: { 'If-Match': tag(id, version) } },
        }),
      ),
    ),
  run: () =>
    command((once) =>
      api.DELETE('/api/v1/grants/{id}', {
        params: { path: { id }, header: { 'If-Match': tag(id, version), ...header(once) } },
      }),
    ),
});

// A dry run answers with the bookings; a real run answers with the changed object.
async function touched(answer: Promise<Result<unknown>>): Promise<Result<Touched>> {
  const got = await answer;
  if (!got.ok) return got;
  const none: Touched = { suspended: [], revived: [], cancelled: [], released: [] };
  return { ...got, value: { ...none, ...(got.value as Partial<Touched> | undefined) } };
}

export const isStale = (problem: Problem): boolean => problem.code === 'changed-meanwhile';
