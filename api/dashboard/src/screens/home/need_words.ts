/* A task in words: its cause, its action, and its place. */
import { clock } from '../../data/clock.svelte';
import { fleet } from '../../data/live/fleet.svelte';
import { session } from '../../data/session.svelte';
import { unseenNow } from '../../data/live/unseen_violations';
import { intruderOf } from '../../data/rules/violation_groups';
import { rangeText } from '../../language/moment';
import { reasonText } from '../../language/reason';
import { t } from '../../language/t.svelte';
import { tellOf, textOf, type Told } from '../../language/told';
import { compactGpus, lengthText, memoryText } from '../../lib/format';
import { minuteMs } from '../../lib/zone';
import { preferences } from '../../page/preferences.svelte';
import { moment } from '../../parts/texts/near_words';
import { runningIn, runningSince } from '../../parts/texts/violation_words';
import type { Need, NeedRow } from './needs';

export interface NeedWords {
  tone: 'bad' | 'waste' | 'plain';
  title: Told[];
  lines: string[];
  path: string;
}

const hostPath = (name: string): string => `/fleet/${encodeURIComponent(name)}`;
const gpusOf = (ids: readonly string[]): string => compactGpus(ids.map((id) => fleet.gpuName(id)));
const plainly = (text: string): Told[] => [{ text }];
const known = (...lines: (string | undefined)[]): string[] =>
  lines.filter((line) => line !== undefined && line !== '') as string[];

function ofViolation({ group }: Extract<Need, { kind: 'violation' }>): NeedWords {
  const me = session.me?.id;
  const gpu = group.gpu_name;
  const title =
    group.owner_id === me
      ? tellOf('home.violationOfYours', { who: intruderOf(group), gpu }, { who: group.person_id })
      : group.owner_name === undefined
        ? tellOf('home.yourUnbooked', { gpu }, {})
        : tellOf('home.yourViolation', { who: group.owner_name, gpu }, { who: group.owner_id });
  const since = t('home.violationSince', {
    time: moment(runningSince(group), clock.now),
    command: runningIn(group),
  });
  const unseen = unseenNow(group); // it may be over
  const seen =
    unseen === undefined
      ? undefined
      : t('home.violationUnseen', { time: moment(Date.parse(unseen), clock.now) });
  return {
    tone: 'bad',
    title,
    lines: known(since, seen),
    path: `/violations?violation=${group.id}`,
  };
}

function ofTrouble({ host, trouble, booking }: Extract<Need, { kind: 'trouble' }>): NeedWords {
  const title =
    booking.from <= clock.now
      ? t(`home.trouble.${trouble}Now`, { host: host.name })
      : t(`home.trouble.${trouble}`, {
          host: host.name,
          when: rangeText(booking.from, booking.until, preferences.reader),
        });
  return {
    tone: 'bad',
    title: plainly(title),
    lines: known(host.reason && reasonText(host.reason), booking.title || t('common.untitled')),
    path: `/reservations/${booking.id}`,
  };
}

function whyIll(id: string): string {
  const info = fleet.gpus.get(id)?.info;
  const said = info?.reason ? reasonText(info.reason) : '';
  if (info?.state !== 'driver_broken') return said;
  return [t('fleet.host.driver_broken'), said].filter((part) => part !== '').join(': ');
}

export function needWords(need: Need): NeedWords {
  switch (need.kind) {
    case 'violation':
      return ofViolation(need);
    case 'trouble':
      return ofTrouble(need);
    case 'ill': {
      const { booking, gpus } = need;
      const words = { gpus: gpusOf(gpus), title: booking.title || t('common.untitled') };
      return {
        tone: 'bad',
        title: plainly(t(booking.from <= clock.now ? 'home.illNow' : 'home.ill', words)),
        lines: known(...new Set(gpus.map(whyIll))),
        path: `/reservations/${booking.id}`,
      };
    }
    case 'suspended': {
      const { booking } = need;
      const title = t('home.suspended', {
        gpus: gpusOf(booking.gpus),
        when: rangeText(booking.from, booking.until, preferences.reader),
      });
      return {
        tone: 'waste',
        title: plainly(title),
        lines: known(t('home.suspendedDo'), booking.title),
        path: `/reservations/${booking.id}`,
      };
    }
    case 'approve': {
      const { booking } = need;
      const words = {
        who: booking.ownerName,
        gpus: gpusOf(booking.gpus),
        when: rangeText(booking.from, booking.until, preferences.reader),
      };
      return {
        tone: 'waste',
        title: plainly(t('home.approve', words)),
        lines: known(booking.title),
        path: `/reservations/${booking.id}`,
      };
    }
    case 'invited': {
      const { name: group, by_name: who, group_id: id } = need.invitation;
      return {
        tone: 'plain',
        title: plainly(t('home.invited', { who, group })),
        lines: [],
        path: `/access?group=${id}`,
      };
    }
    case 'pending':
    case 'declined':
    case 'lapsed': {
      const { booking, kind } = need;
      const words = {
        gpus: gpusOf(booking.gpus),
        when: rangeText(booking.from, booking.until, preferences.reader),
      };
      return {
        tone: kind === 'pending' ? 'plain' : 'waste',
        title: plainly(t(`home.asked.${kind}`, words)),
        lines: known(t(`home.askedDo.${kind}`), booking.title),
        path: `/reservations/${booking.id}`,
      };
    }
    case 'idle': {
      const { booking, gpus, forMs } = need;
      const title = t('home.idle', {
        gpus: gpusOf(gpus),
        title: booking.title || t('common.untitled'),
        length: lengthText(forMs),
      });
      return {
        tone: 'waste',
        title: plainly(title),
        lines: [t('home.idleDo')],
        path: `/reservations/${booking.id}`,
      };
    }
    case 'soon': {
      const { booking } = need;
      // Whole minutes, rounded up.
      const length = lengthText(Math.ceil((booking.from - clock.now) / minuteMs) * minuteMs);
      return {
        tone: 'plain',
        title: plainly(t('home.soon', { title: booking.title || t('common.untitled'), length })),
        lines: [gpusOf(booking.gpus)],
        path: `/reservations/${booking.id}`,
      };
    }
    case 'others':
      return {
        tone: 'bad',
        title: plainly(t('home.others', { count: need.groups.length })),
        lines: [t('home.othersDo')],
        path:
          need.groups.length === 1 ? `/violations?violation=${need.groups[0]?.id}` : '/violations',
      };
    case 'host': {
      const { host, trouble } = need;
      const since = host.state_since
        ? t(`home.since.${trouble}`, { time: moment(Date.parse(host.state_since), clock.now) })
        : '';
      return {
        tone: 'bad',
        title: plainly(`${host.name}: ${since}`),
        lines: known(
          host.reason && reasonText(host.reason),
          t(`home.do.${trouble}`, { host: host.name }),
        ),
        path: hostPath(host.name),
      };
    }
    case 'hidden':
      return {
        tone: 'waste',
        title: plainly(t('home.hidden', { host: need.host.name })),
        lines: [t('home.hiddenDo')],
        path: hostPath(need.host.name),
      };
    case 'clash': {
      const { gpu_name: gpu, host_name: host, claimant_name: claimant } = need.clash;
      return {
        tone: 'bad',
        title: plainly(t('home.clash', { gpu, host, claimant })),
        lines: [t('home.clashDo')],
        path: hostPath(host),
      };
    }
    case 'tampered':
      return {
        tone: 'bad',
        title: plainly(t('home.tampered')),
        lines: [t('home.tamperedDo')],
        path: '/system',
      };
    case 'disk':
      return {
        tone: 'bad',
        title: plainly(t('home.disk', { free: memoryText(need.freeMib, preferences.reader) })),
        lines: [t('home.diskDo')],
        path: '/system',
      };
  }
}

/** The common text of several with one cause. */
export function rowTitle(row: NeedRow): string {
  const [first] = row;
  const count = row.length;
  switch (first.kind) {
    case 'suspended':
    case 'pending':
    case 'declined':
    case 'lapsed':
      return t(`home.many.${first.kind}`, { count });
    case 'approve':
      return t('home.many.approve', { count, who: first.booking.ownerName });
    case 'host':
      return t(`home.many.${first.trouble}`, { count });
    default:
      return textOf(needWords(first).title);
  }
}
