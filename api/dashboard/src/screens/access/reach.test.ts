import { expect, test } from 'vitest';
import { membersByGroup } from './reach';

test('members are listed by group and name, also in several groups', () => {
  const at = (...ids: string[]) => ids.map((id) => ({ group_id: id, name: id, manager: false }));
  const inside = membersByGroup([
    { id: 'b', name: 'zoe', groups: at('vision') },
    { id: 'a', name: 'ann', groups: at('vision', 'language') },
    { id: 'c', name: 'chen', groups: [] },
  ]);
  expect([...inside]).toEqual([
    [
      'vision',
      [
        { id: 'a', name: 'ann' },
        { id: 'b', name: 'zoe' },
      ],
    ],
    ['language', [{ id: 'a', name: 'ann' }]],
  ]);
});
