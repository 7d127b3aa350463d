/* A day of a small lab, for pictures and for axe. It has past, running and upcoming bookings of
   several people, one changed and one cancelled, and running jobs, one of them a violation. */
import { hour, type Reservation } from './api';
import { until } from './until';
import { dayAt, type World } from './world';

export interface Scene {
  running: Reservation;
  changed: Reservation;
  /** Upcoming, of another person. */
  others: Reservation;
  cancelled: Reservation;
  violation: string;
  board: string;
}

export const scenePeople = ['bartek', 'chen', 'dana'];

export async function makeScene(world: World): Promise<Scene> {
  const now = Date.now();
  const [ann, bartek, chen, dana] = ['ann', 'bartek', 'chen', 'dana'].map((name) => world.as(name));
  if (!ann || !bartek || !chen || !dana) throw new Error('somebody is missing');
  world.fleet.wants(
    'gpu01',
    {
      gpus: [0, 1, 2, 3],
      owner: 'ann',
      mib: 61_000,
      busy: 96,
      command: 'torchrun --nproc-per-node 4 pretrain.py --seq-len 4096',
    },
    {
      gpus: [4],
      owner: 'bartek',
      mib: 22_000,
      busy: 71,
      command: 'python3 finetune.py --model bert-large --epochs 3',
    },
  );
  world.fleet.wants('gpu03', {
    gpus: [1],
    owner: 'zoe',
    mib: 9_000,
    busy: 88,
    command: 'python3 sample.py --steps 50',
  });

  const running = await ann.book(
    world.gpus('gpu01:0-3'),
    now,
    now + 6 * hour,
    'llama-7b pretraining',
  );
  await bartek.book(world.gpus('gpu01:4-5'), now, now + 3 * hour, 'bert fine-tuning');
  await chen.book(world.gpus('gpu03:0-1'), now, now + 9 * hour, 'diffusion, sampling');
  const others = await dana.book(
    world.gpus('gpu01:0-7'),
    dayAt(1, 9),
    dayAt(1, 21),
    'all of gpu01 for the deadline',
  );
  await chen.book(world.gpus('gpu02:0', 'gpu02:2'), dayAt(1, 8), dayAt(1, 18), 'gromacs');
  await bartek.book(world.gpus('gpu02:3'), now + hour, now + 20 * hour, 'evaluation');
  await ann.book(world.gpus('gpu02:0-1'), now + 2 * hour, now + 8 * hour, 'ablation');
  const first = await ann.book(world.gpus('gpu03:0'), dayAt(1, 18), dayAt(1, 20), 'figures');
  const changed = await ann.change(await ann.change(first, { title: 'figures for the paper' }), {
    until: new Date(dayAt(1, 22)).toISOString(),
  });
  const cancelled = await ann.book(
    world.gpus('gpu02:1'),
    dayAt(1, 10),
    dayAt(1, 12),
    'not needed after all',
  );
  await ann.cancel(cancelled);
  const violation = await until(
    'a violation',
    async () => (await ann.list<{ id: string }>('/api/v1/violations?state=open'))[0]?.id,
  );
  const metric = 'utilization_percent';
  const panels = [
    { id: 'p1', kind: 'text', text: 'Training cluster', x: 0, y: 0, w: 12, h: 1 },
    { id: 'p2', kind: 'tile', metric, x: 0, y: 1, w: 3, h: 2 },
    { id: 'p3', kind: 'tile', metric: 'power_w', x: 0, y: 3, w: 3, h: 2 },
    { id: 'p4', kind: 'chart', metric, x: 3, y: 1, w: 9, h: 4 },
    { id: 'p5', kind: 'gpus', metric: 'memory_used_mib', x: 0, y: 5, w: 6, h: 3 },
    {
      id: 'p6',
      kind: 'chart',
      metric: 'temperature_c',
      gpus: world.gpus('gpu01:0-7'),
      x: 6,
      y: 5,
      w: 6,
      h: 3,
    },
    { id: 'p7', kind: 'reservations', x: 0, y: 8, w: 6, h: 4 },
    { id: 'p8', kind: 'violations', x: 6, y: 8, w: 6, h: 4 },
  ];
  // Beside the grant of everyone, so that it removes no right.
  const group = await ann.expect<{ id: string }>(201, 'POST', '/api/v1/groups', {
    name: 'Zespół 7',
  });
  for (const { id } of await ann.list<{ id: string }>('/api/v1/people'))
    await ann.expect(204, 'PUT', `/api/v1/groups/${group.id}/members/${id}`, {});
  const weekdays = { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '20:00', until: '08:00' };
  await ann.expect(201, 'POST', '/api/v1/grants', {
    name: 'Zespół, po 20',
    to: { groups: [group.id] },
    what: { models: ['A100'] },
    zone: 'Europe/Warsaw',
    windows: [weekdays, { days: ['sat', 'sun'], from: '00:00', until: '24:00' }],
  });
  const board = await ann.expect<{ id: string }>(201, 'POST', '/api/v1/boards', {
    title: 'The lab',
    shared: true,
    panels,
  });
  return { running, changed, others, cancelled, violation, board: board.id };
}
