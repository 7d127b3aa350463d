/* The likely Unix account for a name: "Ann Kowalska" gives "ann". Pure. */
export function unixNameFor(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/ł/gi, 'l')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const first = plain.trim().split(/\s+/)[0] ?? '';
  return first
    .replace(/[^a-z0-9_.-]/g, '')
    .replace(/^[^a-z_]+/, '')
    .slice(0, 32);
}
