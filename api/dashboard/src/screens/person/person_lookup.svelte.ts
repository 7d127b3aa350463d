/* The person of the address: by id, or by a typed account or name. */
import { listPeople } from '../../data/people/account';
import { api, ask } from '../../data/client';
import type { Problem, Result } from '../../data/problem';
import type { Person } from '../../data/types';
import { named } from './name_match';

async function byName(text: string): Promise<Result<Person | null>> {
  const got = await listPeople();
  return got.ok ? { ...got, value: named(got.value, text) } : got;
}

export class One {
  person = $state.raw<Person | null>(null);
  missing = $state(false);
  problem = $state.raw<Problem | null>(null);

  constructor(readonly text: string) {}

  async read(): Promise<void> {
    const got: Result<Person | null> = this.text.startsWith('per_')
      ? await ask(api.GET('/api/v1/people/{id}', { params: { path: { id: this.text } } }))
      : await byName(this.text);
    if (got.ok) {
      this.person = got.value;
      this.missing = got.value === null;
      this.problem = null;
      return;
    }
    this.missing = [400, 404, 422].includes(got.problem.status);
    this.problem = this.missing ? null : got.problem;
  }
}
