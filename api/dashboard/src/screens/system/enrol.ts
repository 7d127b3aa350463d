/* What the form of a new host works out by itself. Pure. */

/** "gpu01.example.org" is called gpu01; an address of numbers gives no name. */
export function hostNameFor(address: string): string {
  const plain = address.trim().toLowerCase();
  if (plain.includes(':') || /^[\d.]+$/.test(plain)) return '';
  const first = plain.split('.')[0] ?? '';
  return first.replace(/[^a-z0-9-]/g, '').replace(/^-+|-+$/g, '').slice(0, 63);
}

/** Typed on the host itself, it shows the fingerprint of the key of that type. */
export function compareCommand(keyType: string): string {
  const kind = /ed25519|ecdsa|rsa/.exec(keyType)?.[0] ?? '*';
  return `ssh-keygen -lf /etc/ssh/ssh_host_${kind}_key.pub`;
}
