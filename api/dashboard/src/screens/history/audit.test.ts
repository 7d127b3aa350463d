import { expect, test } from 'vitest';
import type { Fact } from '../../data/types';
import { headOf, lineOf, refusalOf, sealOf } from './audit';

const members = (data: object) => data as Fact['data'];
const person = (text: string) => ({ kind: 'person', text, id: 'per_1' }) as const;
const made: Fact = {
  position: 7,
  type: 'group.made.v1',
  time: '2026-11-24T08:00:00.000Z',
  actor_id: 'per_1',
  actor_name: 'ann',
  source: '127.0.0.1',
  request_id: 'req-1',
  sentence: {
    key: 'group.made',
    arguments: { actor: person('ann'), group: { kind: 'text', text: '=1+1' } },
  },
  data: members({ name: '=1+1' }),
};
const refused: Fact = {
  ...made,
  position: 8,
  type: 'command.refused.v1',
  data: members({ command: 'group.make', code: 'already-exists', detail: 'There is one.' }),
  sentence: {
    key: 'command.refused',
    arguments: {
      actor: person('ann'),
      command: { kind: 'text', text: 'group.make' },
      detail: { kind: 'text', text: 'There is one, "x".' },
    },
  },
};
const byDibs: Fact = {
  position: 9,
  type: 'host.lost.v1',
  time: made.time,
  sentence: { key: 'one.newer', arguments: { host: { kind: 'text', text: 'gpu01' } } },
  data: {},
};

test('event outcome is done, or refused with its reason', () => {
  expect(refusalOf(made)).toBeUndefined();
  expect(refusalOf(refused)).toEqual({
    command: 'group.make',
    code: 'already-exists',
    detail: 'There is one.',
  });
});

test('JSON line has the event, its outcome and the sentence', () => {
  const line = lineOf(refused, 'ndjson');
  expect(line.endsWith('}\n')).toBe(true);
  expect(JSON.parse(line)).toEqual({
    ...refused,
    outcome: 'refused: already-exists',
    what: 'ann asked for group.make, which was refused: There is one, "x".',
  });
  expect(headOf('ndjson')).toBe('');
});

test('CSV line has no formula and names Dibs as actor', () => {
  expect(headOf('csv')).toBe(
    '\ufeffposition,time,actor_id,actor_name,source,request_id,type,outcome,what\r\n',
  );
  expect(lineOf(refused, 'csv')).toBe(
    '"8","2026-11-24T08:00:00.000Z","per_1","ann","127.0.0.1","req-1","command.refused.v1","refused: already-exists","ann asked for group.make, which was refused: There is one, ""x""."\r\n',
  );
  expect(lineOf({ ...made, actor_name: '=cmd', source: 'a;+b,\t@c' }, 'csv')).toContain(
    `"'=cmd","a;'+b,'\t'@c",`,
  );
  expect(lineOf(byDibs, 'csv')).toBe(
    '"9","2026-11-24T08:00:00.000Z","","dibs","","","host.lost.v1","done","one.newer: gpu01"\r\n',
  );
});

test('seal has position and digest, another event has no head', () => {
  const sealed: Fact = {
    ...byDibs,
    type: 'log.sealed.v1',
    data: members({
      seal: { until_position: 1234, digest: 'ab12', public_key: 'cd34', signature: 'ef' },
    }),
  };
  expect(sealOf(sealed)).toEqual({
    position: 1234,
    head: '1234:ab12',
    key: 'cd34',
    at: Date.parse(made.time),
  });
  expect(sealOf(made)).toBeUndefined();
});
