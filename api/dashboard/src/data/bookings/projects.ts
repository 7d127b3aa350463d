/* The projects of bookings. The first thousand by name are enough to choose from. */
import { api, ask } from '../client';

export async function listProjects(): Promise<string[]> {
  const got = await ask(api.GET('/api/v1/projects', { params: { query: { limit: 1000 } } }));
  return got.ok ? got.value.items.map(({ project }) => project) : [];
}
