import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hour, password } from '../support/api';
import { attacks, foreignMarkup, hears, packed, ran } from '../support/attacks';
import { until } from '../support/until';
import type { Visitor } from '../support/visitor';
import { useWorld } from '../support/world';

// Texts from hosts: GPU names, command lines, owners of processes. No line breaks or blanks where
// their files have none.
const oneLine = attacks.map((one) => one.text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ''));
const word = (text: string): string => text.replaceAll(/[\s\u00a0\u1680]/g, '/');
const models = packed(
  oneLine.filter((text) => /^(<|"|'|javascript)/.test(text)),
  200,
).slice(0, 4);

const world = useWorld({
  people: ['bartek'],
  keep: true,
  ownFleet: (fleet) => {
    const file = join(fleet.folder, 'gpu03', 'model');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/NVIDIA.*/, models[0] ?? ''));
    packed(oneLine, 3_000).forEach(
      (command, i) => (commands[i % 14] = `${commands[i % 14] ?? ''} ${command}`.trim()),
    );
    const jobs = (host: string, count: number, first: number) =>
      fleet.wants(
        host,
        ...Array.from({ length: count }, (_, i) => ({
          gpus: [i],
          owner: word(oneLine[(first + i) * 7] ?? 'x'),
          command: commands[first + i] ?? 'x',
        })),
      );
    jobs('gpu01', 8, 0);
    jobs('gpu02', 4, 8);
    jobs('gpu03', 2, 12);
  },
});
const commands: string[] = [];

const taken = new Map<string, number>();
const refused = new Map<string, number>();
const detail: Record<string, string[]> = {};

/** Sends the texts for this field; each must be accepted or refused by a rule. */
async function put(
  field: string,
  texts: readonly string[],
  ask: (text: string, i: number) => Promise<{ status: number; body: unknown }>,
): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (let from = 0; from < texts.length; from += 8) {
    const answers = await Promise.all(
      texts.slice(from, from + 8).map((text, i) => ask(text, from + i)),
    );
    for (const [i, { status, body }] of answers.entries()) {
      if (status < 300) bodies.push(body);
      else
        expect(
          [400, 409, 422],
          `${field}: ${status} ${JSON.stringify(body)} of ${JSON.stringify(texts[from + i])}`,
        ).toContain(status);
      if (status >= 300 && process.env['DIBS_XSS_WHY'])
        console.log(field, JSON.stringify(texts[from + i]), JSON.stringify(body).slice(0, 300));
      const counts = status < 300 ? taken : refused;
      counts.set(field, (counts.get(field) ?? 0) + 1);
    }
  }
  return bodies;
}

const texts = attacks.map((one) => one.text);
// Invisible characters are refused outright; other texts may share a field.
const odd = texts.filter((text) => /[\p{Cc}\p{Cf}\p{Zl}]/u.test(text));
const plain = texts.filter((text) => !odd.includes(text));
const idsOf = (bodies: unknown[]): string[] => bodies.map((body) => (body as { id: string }).id);
const seed = { ids: { bookings: [] as string[], boards: [] as string[], people: [] as string[] } };

async function fillEverything(): Promise<void> {
  const { admin } = world;
  const people: string[] = [];
  for (let i = 0; i < 12; i++)
    people.push(
      (
        await admin.expect<{ id: string }>(201, 'POST', '/api/v1/people', {
          name: `p${i}`,
          unix_name: `p${i}`,
          password,
        })
      ).id,
    );
  seed.ids.people = people;
  await put('name of a person', texts, (text, i) =>
    admin.send('PATCH', `/api/v1/people/${people[i % 12]}`, { name: text }),
  );
  await put('mail of a person', texts, (text, i) =>
    admin.send('PATCH', `/api/v1/people/${people[i % 12]}`, {
      mail: text.includes('@') ? text : `${text}@example.org`,
    }),
  );
  await put('unix name', texts, (text) =>
    admin.send('POST', '/api/v1/people', { name: 'x', unix_name: text, password }),
  );
  await put('name of a group', texts, (text) =>
    admin.send('POST', '/api/v1/groups', { name: text }),
  );
  await put('name of a grant', texts, (text, i) =>
    admin.send('POST', '/api/v1/grants', {
      name: text,
      to: { people: [people[i % 12]] },
      what: { models: [oneLine[i] === '' ? 'x' : (oneLine[i] ?? '').slice(0, 60)] },
    }),
  );
  await put('label of a token', [...odd, ...packed(plain, 100).slice(0, 45)], (text) =>
    admin.send('POST', '/api/v1/tokens', { label: text, scopes: ['read'] }),
  );
  for (const [field, body] of [
    ['name of a host', (text: string) => ({ name: text, address: '127.0.0.1' })],
    ['address of a host', (text: string, i: number) => ({ name: `a${i}`, address: text })],
    [
      'user of a host',
      (text: string, i: number) => ({ name: `u${i}`, address: '127.0.0.1', user: text }),
    ],
  ] as const) {
    await put(field, texts, (text, i) =>
      admin.send('POST', '/api/v1/hosts', {
        host_key_fingerprint: `SHA256:${'A'.repeat(43)}`,
        ...body(text, i),
      }),
    );
  }
  const gpus = world.gpus('gpu01:0-7', 'gpu02:0-3', 'gpu03:0-1');
  const at = Math.ceil(Date.now() / hour) * hour;
  const slot = (i: number) => ({
    gpus: [gpus[i % 14]],
    ...(i % 3 ? {} : { owner_id: people[i % 12] }),
    from: new Date(at + hour * (1 + Math.floor(i / 14))).toISOString(),
    until: new Date(at + hour * (2 + Math.floor(i / 14))).toISOString(),
  });
  seed.ids.bookings = idsOf(
    await put('title of a booking', texts, (title, i) =>
      admin.send('POST', '/api/v1/reservations', { title, ...slot(i) }),
    ),
  );
  for (const [i, title] of packed(plain, 200).entries()) {
    if (i < 14)
      await put('title of a booking', [title], () =>
        admin.send('POST', '/api/v1/reservations', {
          title,
          gpus: [gpus[i]],
          from: new Date().toISOString(),
          until: new Date(at + hour).toISOString(),
        }),
      );
  }
  const place = (i: number) => ({ x: 6 * (i % 2), y: 4 * Math.floor(i / 2), w: 6, h: 4 });
  const board = (title: string, panels: unknown[] = []) =>
    admin.send('POST', '/api/v1/boards', { title, shared: true, panels });
  await put('title of a board', [...odd, ...packed(plain, 200)], (title) => board(title));
  for (const some of [packed(plain, 200), ...odd.map((text) => [text])]) {
    seed.ids.boards.push(
      ...idsOf(
        await put('title of a panel', [some.join(' ')], () =>
          board(
            'titles',
            some.map((title, i) => ({
              id: `p${i}`,
              kind: i % 2 ? 'tile' : 'chart',
              metric: 'power_w',
              title,
              ...place(i),
            })),
          ),
        ),
      ),
    );
  }
  seed.ids.boards.push(
    ...idsOf(
      await put('text of a panel', [...odd, ...packed(plain, 2_000)], (text) =>
        board('texts', [
          { id: 'a', kind: 'text', text, ...place(0) },
          ...['reservations', 'violations', 'gpus'].map((kind, i) => ({
            id: kind,
            kind,
            ...(kind === 'gpus' ? { metric: 'power_w' } : {}),
            ...place(i + 1),
          })),
        ]),
      ),
    ),
  );
  const violations = await until('violations', async () => {
    const open = await admin.list<{ id: string }>('/api/v1/violations?state=open');
    return open.length >= 10 && open;
  });
  await put('reason of an excuse', packed(plain, 500), (reason, i) =>
    admin.send('POST', `/api/v1/violations/${violations[i % 5]?.id}/excuse`, { reason }),
  );
  for (const [i, text] of texts
    .filter((one) => /^[\x20-\x7e]+$/.test(one))
    .slice(0, 40)
    .entries()) {
    await put('browser of a session', [text], () =>
      admin.send(
        'POST',
        '/api/v1/session',
        { name: i < 6 ? 'ann' : `p${i % 12}`, password },
        { 'User-Agent': text },
      ),
    );
  }
  detail['violations'] = violations.map((one) => one.id);
}

const findings: string[] = [];
const shown = new Set<string>();

async function look(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.goto(world.server.address(path));
  await visitor.page.getByRole('heading').first().waitFor();
  await visitor.page
    .waitForFunction(() => document.querySelector('[aria-busy=true]') === null, null, {
      timeout: 5_000,
    })
    .catch(() => null);
  await visitor.page.waitForTimeout(150);
  const [executed, elements] = [await ran(visitor.page), await foreignMarkup(visitor.page)];
  if (executed > 0) findings.push(`${path}: ${executed} executed`);
  findings.push(...elements.map((element) => `${path}: markup ${element}`));
  const text = await visitor.page.evaluate(() => document.body.innerText);
  for (const attack of plain) if (text.includes(attack)) shown.add(attack);
}

const screens = (): string[] => [
  '/',
  '/calendar',
  '/calendar?zoom=6h',
  '/fleet',
  '/fleet/gpu01',
  '/fleet/gpu02',
  '/fleet/gpu03',
  '/violations',
  '/usage',
  '/history',
  '/access',
  '/boards',
  '/system',
  '/me',
  '/history?type=person',
  '/history?type=group,grant',
  '/history?type=reservation',
  '/history?type=violation',
  '/history?type=process',
  ...seed.ids.boards.map((id) => `/boards/${id}`),
  ...seed.ids.boards.slice(0, 3).map((id) => `/wall/${id}`),
  ...seed.ids.bookings
    .slice(0, 200)
    .filter((_, i) => i % 60 === 0)
    .flatMap((id) => [`/reservations/${id}`, `/calendar?reservation=${id}`]),
  '/people/ann',
  ...seed.ids.people.slice(0, 3).flatMap((id) => [`/people/${id}`, `/access?person=${id}`]),
  ...(detail['violations'] ?? []).slice(0, 2).map((id) => `/violations?violation=${id}`),
];

const addresses = (): string[] => {
  const some = [
    '<img src=x onerror=xss=1>',
    'javascript:xss=1',
    '"><svg onload=xss=1>',
    '//127.0.0.2:9/c',
  ].map(encodeURIComponent);
  return some.flatMap(
    (text, i) =>
      [
        [`/people/${text}`, `/fleet/${text}`, `/history?type=${text}&person=${text}`],
        [`/calendar?reservation=${text}&zoom=${text}`, `/access?person=${text}`],
        [`/boards/${text}`, `/reservations/${text}`],
        [`/usage?by=${text}&from=${text}`, `/#${text}`, `/violations?person=${text}`],
      ][i] ?? [],
  );
};

test('texts of people and hosts run on no screen, with or without policy', async () => {
  const begun = Date.now();
  await fillEverything();
  const seeded = Date.now();
  let visited = 0;
  await Promise.all(
    [false, true].map(async (bypassCSP) => {
      const ann = await world.open('ann', '/', { before: hears, bypassCSP });
      ann.expects(/^4\d\d GET /);
      ann.page.on('dialog', (dialog) => {
        findings.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      for (const path of [...screens(), ...addresses()]) {
        await look(ann, path);
        visited += 1;
      }
    }),
  );
  const sum = (counts: Map<string, number>) => [...counts.values()].reduce((a, b) => a + b, 0);
  console.log(
    `xss: ${attacks.length} attacks; ${sum(taken)} taken and ${sum(refused)} refused in ${new Set([...taken.keys(), ...refused.keys()]).size} fields ${JSON.stringify({ taken: Object.fromEntries(taken), refused: Object.fromEntries(refused) })}; ${visited} pages looked at, ${shown.size} attacks read there as text; ${Math.round((seeded - begun) / 1000)} s to fill, ${Math.round((Date.now() - seeded) / 1000)} s to look`,
  );
  expect(findings).toEqual([]);
  expect(shown.size, 'they were there to be taken for code').toBeGreaterThan(150);
});

test('attack detectors notice running scripts and foreign markup', async () => {
  const visitor = await world.stranger({ before: hears, bypassCSP: true });
  visitor.expects(/./);
  let page = visitor.page;
  let [heard, seen] = [0, 0];
  for (const { text } of attacks) {
    try {
      // The text before may have led the page elsewhere, or broken it.
      if (!page.url().endsWith('/livez')) await page.goto(world.server.address('/livez'));
      await page.evaluate((html) => {
        (window as unknown as { ran: number }).ran = 0;
        document.body.innerHTML = html;
      }, text);
      await page.waitForTimeout(15);
      heard += (await ran(page)) > 0 ? 1 : 0;
      seen += (await foreignMarkup(page)).length > 0 ? 1 : 0;
    } catch {
      await page.close();
      page = await visitor.context.newPage();
    }
  }
  console.log(
    `xss: taken for markup, ${heard} of ${attacks.length} run within 15 ms and ${seen} leave an element that is noticed`,
  );
  expect(heard).toBeGreaterThan(15);
  expect(seen).toBeGreaterThan(90);
});
