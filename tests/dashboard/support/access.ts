/* Groups and grants for the tests, and the parts of the screen Access. */
import { beforeAll } from 'vitest';
import type { Locator } from 'playwright-core';
import type { Reservation } from './api';
import type { Visitor } from './visitor';
import type { World } from './world';

export interface Grant {
  id: string;
  name: string;
  version: number;
  windows: { days: string[]; from: string; until: string }[];
}

export const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
export const always = { days: week, from: '00:00', until: '24:00' };

export const row = (visitor: Visitor, name: string): Locator =>
  visitor.page
    .getByRole('region', { name: 'Grants' })
    .getByRole('listitem')
    .filter({ hasText: name });
export const form = (visitor: Visitor): Locator =>
  visitor.page.getByRole('group', { name: 'When it holds' });
export const ifSaved = (visitor: Visitor): Locator =>
  visitor.page.getByRole('region', { name: 'If you save' });

/** From here on ann may do everything; the others have the rights of their groups. */
export function accessOf(world: World) {
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? '';

  const grants = (): Promise<Grant[]> => world.admin.list<Grant>('/api/v1/grants');
  const grantCalled = async (name: string): Promise<Grant | undefined> =>
    (await grants()).find((one) => one.name === name);
  const makeGroup = async (name: string, ...people: string[]): Promise<string> => {
    const { id } = await world.admin.expect<{ id: string }>(201, 'POST', '/api/v1/groups', {
      name,
    });
    for (const one of people)
      await world.admin.expect(204, 'PUT', `/api/v1/groups/${id}/members/${idOf(one)}`, {});
    return id;
  };
  const give = (body: Record<string, unknown>): Promise<Grant> =>
    world.admin.expect<Grant>(201, 'POST', '/api/v1/grants', body);
  const state = async (booking: Reservation): Promise<string> =>
    (await world.admin.reservation(booking.id)).state;

  beforeAll(async () => {
    for (const { id, unix_name: name } of await world.admin.list<{ id: string; unix_name: string }>(
      '/api/v1/people',
    ))
      ids.set(name, id);
    const [first] = await grants();
    await world.admin.expect(
      200,
      'PATCH',
      `/api/v1/grants/${first?.id}`,
      { to: { people: [idOf('ann')] }, name: 'ann' },
      { 'If-Match': '*' },
    );
  });

  return { give, grantCalled, idOf, makeGroup, state };
}
