/* For tests: answers of the server to a search for offers. */
export const problem = (code: string, detail: string) => [
  { status: 422, body: { type: `/problems/${code}`, detail, field: 'text' } },
];
export const gpus = (body: object) => [
  { status: 200, body: { echo: '4xA100', rest: '', ...body } },
];
export const amount = { kind: 'amount', count: 4, model: 'A100', there: 8, on_one_host: 4 };
export const length = [
  { status: 200, body: { kind: 'duration', duration_s: 28800, zone: 'UTC', echo: '8h' } },
];
export const offer = {
  from: '2026-11-24T08:00:00.000Z',
  until: '2026-11-24T16:00:00.000Z',
  gpus: ['gpu_A'],
  gpu_names: ['gpu01:0'],
  host_names: ['gpu01'],
  reason: 'earliest',
};

export const times = [
  {
    text: 'Tue 24 Nov 09:00-17:00 CET',
    from: '2026-11-24T08:00:00.000Z',
    until: '2026-11-24T16:00:00.000Z',
    sentence: '8h, on one day.',
  },
  {
    text: 'Tue 24 Nov 21:00 - Wed 25 Nov 05:00 CET',
    from: '2026-11-24T20:00:00.000Z',
    until: '2026-11-25T04:00:00.000Z',
    sentence: '8h, into the next day.',
  },
];
export const unclear = (code: string, alternatives: object[]) => [
  { status: 422, body: { type: `/problems/${code}`, detail: '', field: 'text', alternatives } },
];
