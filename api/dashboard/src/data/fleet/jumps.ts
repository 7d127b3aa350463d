/* The jump hosts of a host, as OpenSSH's ProxyJump writes them. Pure. */
import type { Host, Jump, JumpNew } from '../types';

export type NamedJump = Omit<JumpNew, 'host_key_fingerprint'> & { port: number };
const mostJumps = 3;

/** Parses "ann@login1:2222,login2", as after ssh -J; undefined: invalid. Jumps without an account
    get the host's. */
export function parseJumps(text: string, user: string): NamedJump[] | undefined {
  const jumps: NamedJump[] = [];
  for (const one of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const match =
      /^(?:(?<user>\S+)@)?(?:\[(?<bracketed>[^\]\s]+)\]|(?<plain>[^:@\s[\]]+)|(?<bare>[^@\s[\]]*:[^@\s[\]]*:[^@\s[\]]*))(?::(?<port>\d{1,5}))?$/.exec(
        one,
      )?.groups;
    const port = Number(match?.['port'] ?? 22);
    const address = match?.['bracketed'] ?? match?.['plain'] ?? match?.['bare'];
    if (address === undefined || port < 1 || port > 65535) return undefined;
    const account = match?.['user'] ?? user;
    jumps.push({ address, port, ...(account === '' ? {} : { user: account }) });
  }
  return jumps.length > mostJumps ? undefined : jumps;
}

export function jumpName(jump: { address: string; port?: number }): string {
  const address = jump.address.includes(':') ? `[${jump.address}]` : jump.address;
  return jump.port === undefined || jump.port === 22 ? jump.address : `${address}:${jump.port}`;
}

/** The pinned key of the jump that follows these, if another host is reached the same way. */
export function pinnedJumpKey(
  hosts: readonly Host[],
  before: readonly JumpNew[],
  jump: NamedJump,
): string | undefined {
  const way = [...before, jump].map(jumpName).join();
  const known = hosts.find(
    (host) =>
      host.jumps
        ?.slice(0, before.length + 1)
        .map(jumpName)
        .join() === way,
  );
  return known?.jumps?.[before.length]?.host_key_fingerprint;
}

export function jumpsText(jumps: readonly Jump[]): string {
  return jumps.map((jump) => `${jump.user}@${jumpName(jump)}`).join(', ');
}
