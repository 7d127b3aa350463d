/* The origin of a process, in words, where its account alone is not enough. */
import type { Process } from '../../data/types';
import { t } from '../../language/t.svelte';

type About = Pick<Process, 'unix_name' | 'origin'>;

const shortId = 12; // as docker and podman show it

const runtimes: Record<
  NonNullable<NonNullable<Process['origin']>['container']>['runtime'],
  string
> = {
  docker: 'Docker',
  containerd: 'containerd',
  kubernetes: 'Kubernetes',
  podman: 'Podman',
  apptainer: 'Apptainer',
  lxc: 'LXC',
  nspawn: 'systemd-nspawn',
  other: '',
};

/** The container, its starter, the session and the terminal; empty without any. `whole`: uncut ids. */
export function originText({ unix_name: account, origin }: About, whole = false): string {
  if (!origin) return '';
  const { container, tty, session, started_by: starter, starter_name: name, uid } = origin;
  const parts: string[] = [];
  if (container) {
    const kind = container.runtime === 'other' ? t('host.container') : runtimes[container.runtime];
    parts.push(`${kind} ${whole ? container.id : container.id.slice(0, shortId)}`.trimEnd());
  }
  if (container && starter === undefined) parts.push(t('host.starterUnknown'));
  if (starter !== undefined && starter !== account)
    parts.push(t('host.startedBy', { who: name ?? starter }));
  if (whole && uid !== undefined) parts.push(t('host.uid', { uid: String(uid) }));
  if (session)
    parts.push(
      [
        session.kind === 'service' ? '' : session.kind === 'slurm' ? 'Slurm' : session.kind,
        session.name ?? '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    );
  if (tty !== undefined && (session?.kind !== 'screen' || whole)) parts.push(tty);
  return parts.filter((part) => part !== '').join(', ');
}
