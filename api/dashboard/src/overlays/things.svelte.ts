/* Everything with a name, from the live stores: hosts, GPUs, people, bookings, boards. The text at
   the end of a line is computed only while the line is shown. */
import type { Booking } from '../data/bookings/booking';
import { clock } from '../data/clock.svelte';
import { troubleOf } from '../data/fleet/hosts';
import { boards } from '../data/live/boards.svelte';
import { bookings } from '../data/live/bookings.svelte';
import { fleet, type LiveGpu } from '../data/live/fleet.svelte';
import { inUse, isKnown } from '../data/live/in_use.svelte';
import { people } from '../data/people/people.svelte';
import { session } from '../data/session.svelte';
import type { Host } from '../data/types';
import { rangeText } from '../language/moment';
import { t } from '../language/t.svelte';
import { compactGpus, modelText } from '../lib/format';
import { preferences } from '../page/preferences.svelte';
import { navigate } from '../page/router.svelte';
import { fleetNow } from '../parts/fleet_now/fleet_state.svelte';
import { freeOf } from '../parts/free_now/free_state.svelte';
import { moment } from '../parts/texts/near_words';
import { screenAt } from '../screens/screens';
import type { Aside, Entry } from './entries';

const hostPath = (name: string): string => `/fleet/${encodeURIComponent(name)}`;
const until = (at: number | null | undefined): string =>
  at == null ? t('home.long') : t('home.until', { time: moment(at, clock.now) });

function hostAside(host: Host): Aside {
  const trouble = troubleOf(host);
  if (trouble !== undefined && host.state_since)
    return {
      text: t(`home.since.${trouble}`, { time: moment(Date.parse(host.state_since), clock.now) }),
      tone: 'waste',
    };
  const [now] = freeOf(fleet.gpusOf(host.id));
  if (!now) return { text: t('common.noData') };
  if (!isKnown()) return { text: t('app.loading') };
  return now.free > 0
    ? { text: t('palette.freeUntil', { count: now.free, until: until(now.until) }), tone: 'free' }
    : { text: t(now.inUse > 0 ? 'home.inUse' : 'home.taken') };
}

function hosts(): Entry[] {
  return fleet.hostList.map((host) => ({
    id: host.id,
    kind: 'host',
    name: host.name,
    detail: [...new Set(fleet.gpusOf(host.id).map((gpu) => modelText(gpu.info.model ?? '')))].join(
      ', ',
    ),
    also: fleet.gpusOf(host.id)[0]?.info.model ?? '',
    cli: `dibs host show ${host.name}`,
    aside: () => hostAside(host),
    run: () => navigate(hostPath(host.name)),
  }));
}

function gpuAside(gpu: LiveGpu): Aside {
  if (!gpu.seen) return { text: t('common.noData'), tone: 'waste' };
  const holder = fleetNow.holder(gpu.id);
  if (holder)
    return {
      text: t('palette.heldBy', {
        who: holder.owner === session.me?.id ? t('common.you') : holder.ownerName,
        until: until(holder.until),
      }),
    };
  if (gpu.state === 'unhealthy') return { text: t('fleet.unhealthy'), tone: 'bad' };
  if (!isKnown()) return { text: t('app.loading') };
  const used = inUse(gpu);
  if (used === undefined) return { text: t('common.noData'), tone: 'waste' };
  if (used) return { text: t('home.inUse'), tone: fleetNow.isViolated(gpu.id) ? 'bad' : 'waste' };
  return { text: t('palette.free', { until: until(fleetNow.nextFrom(gpu.id)) }), tone: 'free' };
}

function gpus(): Entry[] {
  return fleet.gpuList.map((gpu) => ({
    id: gpu.id,
    kind: 'gpu',
    name: gpu.name,
    detail: modelText(gpu.info.model ?? ''),
    also: gpu.info.uuid,
    aside: () => gpuAside(gpu),
    run: () => navigate(hostPath(gpu.info.host_name)),
  }));
}

/** A person's page, or their history where there is none. */
function personPath(id: string): string {
  const own = `/people/${encodeURIComponent(id)}`;
  return screenAt(own) ? own : `/history?person=${encodeURIComponent(id)}`;
}

function personAside(id: string): Aside | undefined {
  const running = bookings.ofPerson(id, clock.now).filter((booking) => booking.from <= clock.now);
  const [first] = running;
  if (!first) return { text: t('palette.holdsNothing') };
  const count = running.reduce((sum, booking) => sum + booking.gpus.length, 0);
  return {
    text: t('palette.holds', {
      count,
      until: until(Math.max(...running.map((booking) => booking.until))),
    }),
  };
}

function persons(): Entry[] {
  const me = session.me?.id;
  return people.list.map(({ id, name }) => ({
    id,
    kind: 'person',
    name,
    who: name,
    mine: id === me,
    ...(id === me ? { detail: t('palette.you') } : {}),
    aside: () => personAside(id),
    run: () => navigate(personPath(id)),
  }));
}

const byTitle = (booking: Booking): string => booking.title || t('common.untitled');

function booked(): Entry[] {
  const me = session.me?.id;
  return bookings.ahead.map((booking) => {
    const mine = booking.owner === me;
    return {
      id: booking.id,
      kind: 'booking',
      name: byTitle(booking),
      who: booking.ownerName,
      mine,
      first: mine,
      detail: `${mine ? t('palette.yours') : booking.ownerName}, ${compactGpus(booking.gpus.map((id) => fleet.gpuName(id)))}`,
      ...(mine ? { also: booking.ownerName } : {}),
      aside: () => ({
        text:
          booking.from <= clock.now
            ? until(booking.until)
            : rangeText(booking.from, booking.until, preferences.reader),
      }),
      cli: `dibs reservation show ${booking.id}`,
      run: () => navigate(`/reservations/${booking.id}`),
    };
  });
}

function boardsSeen(): Entry[] {
  return boards.list.map((board) => ({
    id: board.id,
    kind: 'board',
    name: board.title,
    mine: board.owner_id === session.me?.id,
    detail: board.shared ? t('palette.shared') : t('palette.yours'),
    run: () => navigate(`/boards/${board.id}`),
  }));
}

export function collectThings(): Entry[] {
  return [...hosts(), ...gpus(), ...persons(), ...booked(), ...boardsSeen()];
}

/** Lists that are not loaded yet, in words: a list that has not arrived is not empty. */
export function missing(): string[] {
  const parts: string[] = [];
  if (!fleet.ready || !bookings.ready) parts.push(t('palette.noFleetYet'));
  if (!people.ready) parts.push(t('palette.noPeopleYet'));
  if (!boards.listed) parts.push(t('palette.noBoardsYet'));
  return parts;
}
