/* The history for an audit: actor, action, origin, outcome, position; the newest seal; the same as
   files; hidden from non-admins. */
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { dayAt, useWorld } from '../support/world';

// Sealed each second, so that there is a seal.
const world = useWorld({
  people: ['bartek'],
  gpus: 14,
  keep: true,
  more: () => '[log]\nseal_every_s = 1\n',
});

interface Event {
  position: number;
  type: string;
  data: { seal?: { until_position: number; digest: string } };
}
const events = (query: string): Promise<Event[]> =>
  world.admin.list<Event>(`/api/v1/events?${query}`);
const record = (visitor: Visitor) => visitor.page.getByRole('table', { name: 'The record' });
const taken = async (visitor: Visitor, name: string): Promise<string> => {
  const [file] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.page.getByRole('button', { name, exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^dibs-audit-\\d{4}-\\d\\d-\\d\\d\\.${name.toLowerCase()}$`),
  );
  return readFile(await file.path(), 'utf8');
};

beforeAll(async () => {
  await world.as('bartek').book(world.gpus('gpu01:0'), dayAt(1, 9), dayAt(1, 11), '=first');
  const again = await world.as('bartek').send('POST', '/api/v1/reservations', {
    gpus: world.gpus('gpu01:0'),
    from: new Date(dayAt(1, 9)).toISOString(),
    until: new Date(dayAt(1, 11)).toISOString(),
  });
  expect(again.status).toBe(409);
  await until('a seal', async () => (await events('type=log.sealed')).length > 0);
});

test('audit shows actor, action, origin, outcome and position', async () => {
  const ann = await world.open('ann', '/history');
  await ann.page.getByRole('link', { name: 'Audit log' }).click();
  const done = record(ann).getByRole('row').filter({ hasText: 'bartek booked gpu01:0' });
  await done.getByText('127.0.0.1').waitFor();
  await done.getByText('Done').waitFor();
  await done.getByRole('link', { name: 'bartek' }).first().waitFor();
  const [booked] = await events('type=reservation.booked');
  await done.getByRole('link', { name: `Event ${booked?.position}, link to it` }).waitFor();
  const refused = record(ann).getByRole('row').filter({ hasText: 'Asked for a booking' });
  await refused.getByText('Refused').waitFor();
  expect(await refused.getByRole('cell').nth(4).innerText()).toMatch(/^Refused\s+\S.{10,}$/);
  await record(ann).getByRole('row').filter({ hasText: 'ann' }).first().waitFor();
  expect(await findings(ann.page)).toEqual([]);

  await ann.page.getByRole('button', { name: 'Refused', exact: true }).click();
  await expect.poll(() => record(ann).getByRole('row').count()).toBe(2); // and the header
  await expect.poll(() => new URL(ann.page.url()).search).toBe('?show=audit&kind=refused');
  await ann.page.reload();
  await refused.waitFor();
  await ann.page.getByRole('link', { name: 'Activity' }).click();
  await ann.page.getByText(/^bartek asked for a booking, which was refused/).waitFor();
});

test('audit shows the newest seal, its head and how to verify it', async () => {
  const ann = await world.open('ann', '/history?show=audit');
  const seal = ann.page.getByRole('region', { name: 'Seal' });
  await seal.getByText(/^Sealed up to event [\d,]+, /).waitFor();
  const heads = (await events('type=log.sealed')).map(
    ({ data }) => `${data.seal?.until_position}:${data.seal?.digest}`,
  );
  const head = await seal.locator('code').first().innerText();
  expect(heads).toContain(head);
  await seal.getByText(`dibsd log verify --head ${head}`).waitFor();
  await seal
    .getByText(/^This server has read the log again up to event [\d,]+ since .*: every seal fits/)
    .waitFor();
});

test('tampered log is reported in the audit, on Home and on System', async () => {
  const problem = 'The facts up to position 5 are not those that were sealed.';
  const ann = await world.open('ann', '/history');
  const system = await world.admin.get<{ log: object }>('/api/v1/system');
  await ann.page.route('**/api/v1/audit', async (route) =>
    route.fulfill({ json: { ...(await world.admin.get<object>('/api/v1/audit')), problem } }),
  );
  await ann.page.route('**/api/v1/system', (route) =>
    route.fulfill({ json: { ...system, log: { ...system.log, seals_problem: problem } } }),
  );
  await ann.go('/history?show=audit');
  await ann.page
    .getByRole('region', { name: 'Seal' })
    .getByRole('alert')
    .getByText(problem)
    .waitFor();
  await ann.go('/');
  await ann.page.getByRole('link', { name: /The event log was tampered with$/ }).click();
  await ann.page
    .getByText(
      `it is not what was sealed. Keep the machine as it is; \`dibsd log verify\` there says more. ${problem}`,
    )
    .waitFor();
});

test('filtered events are exported as files without formulas', async () => {
  const ann = await world.open('ann', '/history?show=audit&kind=bookings,refused');
  await record(ann).getByRole('row').nth(2).waitFor();
  const lines = (await taken(ann, 'NDJSON'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event & { outcome: string; what: string; source: string });
  expect(lines.map((line) => [line.type, line.outcome, line.source])).toEqual([
    ['reservation.booked.v1', 'done', '127.0.0.1'],
    ['command.refused.v1', 'refused: slot-taken', '127.0.0.1'],
  ]);
  expect(lines[0]?.what).toBe('bartek booked gpu01:0');
  await ann.page.getByText('2 events saved').waitFor();
  const [head, ...rows] = (await taken(ann, 'CSV')).trimEnd().split('\r\n');
  expect(head).toBe('\ufeffposition,time,actor_id,actor_name,source,request_id,type,outcome,what');
  expect(rows.map((row) => row.split(',')[0])).toEqual(lines.map((line) => `"${line.position}"`));
  expect(rows.filter((row) => /(^|,)"[=+@-]/.test(row))).toEqual([]);
});

test('non-admin has the history without the audit', async () => {
  const bartek = await world.open('bartek', '/history?show=audit');
  await bartek.page
    .getByRole('list')
    .getByText(/you booked gpu01:0/i)
    .first()
    .waitFor();
  expect(await bartek.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  expect(await record(bartek).count()).toBe(0);
});
