import { expect, test } from 'vitest';
import { readFrame } from './frames';

test('frames of the contract are accepted', () => {
  expect(readFrame('{"type":"caught_up","position":7}')?.position).toBe(7);
  expect(
    readFrame('{"type":"event","position":7,"topic":"fleet","hosts":[],"gpus":[]}')?.topic,
  ).toBe('fleet');
  expect(
    readFrame('{"type":"metrics","topic":"metrics:*","metrics":{"at":"x","gpus":[]}}')?.type,
  ).toBe('metrics');
});

test('frame of an unknown type is accepted and ignored', () => {
  expect(readFrame('{"type":"weather"}')?.type).toBe('weather');
});

test.each([
  '',
  '{',
  'null',
  '7',
  '[]',
  '{"type":5}',
  '{"type":"event"}',
  '{"type":"event","position":"7"}',
  '{"type":"snapshot","position":1,"reservations":{}}',
  '{"type":"metrics"}',
  '{"type":"metrics","metrics":{"gpus":3}}',
])('%s is refused', (text) => {
  expect(readFrame(text)).toBeNull();
});

test('binary frame is refused', () => {
  expect(readFrame(new ArrayBuffer(4))).toBeNull();
});

test('frame with malformed processes is refused', () => {
  const event = (processes: unknown) =>
    readFrame(JSON.stringify({ type: 'event', topic: 'processes', position: 3, processes }));
  expect(event([{ id: 'prc_1', rows: [] }])).not.toBeNull();
  for (const wrong of [
    {},
    'x',
    [null],
    [{ id: 'prc_1' }],
    [{ id: 'prc_1', rows: 'many' }],
    [['rows']],
  ])
    expect(event(wrong), JSON.stringify(wrong)).toBeNull();
  const metrics = (processes: unknown) =>
    readFrame(
      JSON.stringify({
        type: 'metrics',
        topic: 'metrics:gpu01',
        metrics: { at: '', gpus: [], processes },
      }),
    );
  expect(metrics({ ids: [], gpus: [] })).not.toBeNull();
  for (const wrong of [null, 3, { ids: [] }, { ids: 'a', gpus: [] }])
    expect(metrics(wrong), JSON.stringify(wrong)).toBeNull();
});
