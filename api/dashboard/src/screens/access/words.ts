/* Grants in words: targets, times, recipients, and the one sentence about a person's rights. */
import { clock } from '../../data/clock.svelte';
import { session } from '../../data/session.svelte';
import type { Weekday, WeeklyWindow } from '../../data/types';
import { t } from '../../language/t.svelte';
import { byName } from '../../lib/by_name';
import { clockTime, compactGpus, dayText, lengthText, weekdayName } from '../../lib/format';
import { localTime, minuteMs, startOfDay } from '../../lib/zone';
import { preferences } from '../../page/preferences.svelte';
import type { Draft } from './grants/draft';
import { isAhead, isOver, type Subject } from './reach';
import { minutesOf, weekdays } from './week/week';

type NameOf = (id: string) => string;

export const dayName = (day: number): string => weekdayName(day + 1, preferences.reader);

/** Mon – Fri; Mon, Wed; every day. */
export function daysOf(days: readonly Weekday[]): string {
  const on = weekdays.map((day) => days.includes(day));
  if (on.every(Boolean)) return t('access.everyDay');
  const parts: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    if (!on[i]) continue;
    let end = i;
    while (on[end + 1] === true) end += 1;
    if (end - i > 1) parts.push(`${dayName(i)}\u00a0–\u00a0${dayName(end)}`);
    else for (let day = i; day <= end; day += 1) parts.push(dayName(day));
    i = end;
  }
  return parts.join(', ');
}

const isWeekend = ({ days }: WeeklyWindow): boolean =>
  days.length > 0 && days.every((day) => day === 'sat' || day === 'sun');
const isWholeDay = ({ from, until }: WeeklyWindow): boolean =>
  from === '00:00' && until === '24:00';

export function windowText(window: WeeklyWindow): string {
  if (!isWholeDay(window))
    return `${daysOf(window.days)} ${window.from}\u00a0–\u00a0${window.until}`;
  return isWeekend(window) && window.days.length === 2
    ? t('access.weekends')
    : t('access.wholeDay', { days: daysOf(window.days) });
}

export const whenText = (draft: Draft): string =>
  draft.always
    ? t('access.anyTime')
    : draft.windows.length === 0
      ? t('access.noTime')
      : draft.windows.map(windowText).join(', ');

/** Short form for the sentence: by day, at night, at weekends, at night and at weekends. */
function roughly({ always, windows }: Draft): string {
  if (always) return t('access.anyTime');
  const rest = windows.filter((one) => !isWeekend(one));
  if (rest.length === 0) return t('access.atWeekends');
  const [day, night] = [rest.every(isByDay), rest.every(isAtNight)];
  if (!day && !night) return t('access.atTimes');
  const when = t(day ? 'access.byDay' : 'access.atNight');
  return rest.length < windows.length ? t('access.andWeekends', { when }) : when;
}
const isByDay = ({ from, until }: WeeklyWindow): boolean =>
  minutesOf(from) >= 5 * 60 && minutesOf(until) <= 21 * 60 && minutesOf(from) < minutesOf(until);
const isAtNight = ({ from, until }: WeeklyWindow): boolean =>
  minutesOf(until) <= minutesOf(from) || minutesOf(until) <= 9 * 60 || minutesOf(from) >= 17 * 60;

/** gpu01 – gpu06, gpu09 */
export function hostsText(names: readonly string[]): string {
  const sorted = [...names].sort(byName.compare);
  const next = (a: string, b: string) => {
    const [first, second] = [/^(.*?)(\d+)$/.exec(a), /^(.*?)(\d+)$/.exec(b)];
    return (
      first !== null &&
      second !== null &&
      first[1] === second[1] &&
      Number(second[2]) === Number(first[2]) + 1
    );
  };
  const parts: string[] = [];
  for (let i = 0; i < sorted.length; i += 1) {
    let end = i;
    while (end + 1 < sorted.length && next(sorted[end] ?? '', sorted[end + 1] ?? '')) end += 1;
    if (end - i > 1) parts.push(`${sorted[i]}\u00a0–\u2060\u00a0${sorted[end]}`);
    else parts.push(...sorted.slice(i, end + 1));
    i = end;
  }
  return parts.join(', ');
}

/** `within`: as a part of their rights. */
export function whatText(draft: Draft, nameOf: NameOf, within = false): string {
  if (draft.everything) return t(within ? 'access.ofEverything' : 'access.everything');
  const parts = [
    hostsText(draft.hosts.map(nameOf)),
    compactGpus(draft.gpus.map(nameOf).sort(byName.compare)).replaceAll(' ', ', '),
    draft.models.map((model) => t('access.every', { model })).join(', '),
  ];
  return parts.filter((part) => part !== '').join(', ') || t('access.nothing');
}

export function whoText(draft: Draft, nameOf: NameOf): string {
  if (draft.everyone) return t('access.everyone');
  return (
    [...draft.groups, ...draft.people].map(nameOf).sort(byName.compare).join(', ') ||
    t('access.nobody')
  );
}

function approversText({ approval, groups }: Draft, nameOf: NameOf): string {
  const names = (ids: readonly string[]) => ids.map(nameOf).sort(byName.compare).join(', ');
  const named = approval?.approvers ?? null;
  if (named !== null) return named.length === 0 ? t('access.approvedByAdmins') : names(named);
  return groups.length === 0
    ? t('access.approvedByAdmins')
    : t('access.approvedByManagers', { groups: names(groups) });
}

export function approvalText(draft: Draft, nameOf: NameOf): string {
  const { approval } = draft;
  if (!approval) return t('access.approvalNone');
  const who = approversText(draft, nameOf);
  const above = [
    approval.gpus === null ? '' : t('common.gpus', { count: approval.gpus }),
    approval.min === null ? '' : lengthText(approval.min * minuteMs),
  ].filter((part) => part !== '');
  return above.length === 0
    ? t('access.approvalAll', { who })
    : t('access.approvalAbove', { who, list: above.join(t('access.or')) });
}

/** 31 Mar 2027 09:00; midnight is left out. */
export function dateText(iso: string, zone: string): string {
  const [at, reader] = [Date.parse(iso), { ...preferences.reader, zone }];
  const year = localTime(at, zone).year;
  const day = `${dayText(at, reader, false)}${year === localTime(clock.now, zone).year ? '' : ` ${year}`}`;
  return startOfDay(at, zone) === at ? day : `${day} ${clockTime(at, reader)}`;
}

const mostNamed = 3;

/** Their rights, in a sentence. */
export function mayText(subject: Subject, drafts: readonly Draft[], nameOf: NameOf): string {
  const you = subject.kind === 'person' && subject.person.id === session.me?.id;
  const who = subject.kind === 'group' ? subject.name : subject.person.name;
  const now = drafts.filter(
    (one) =>
      !isOver({ ...(one.until === undefined ? {} : { until: one.until }) }, clock.now) &&
      !isAhead({ ...(one.from === undefined ? {} : { from: one.from }) }, clock.now),
  );
  if (now.some((one) => one.everything && one.always))
    return t(you ? 'access.youMayAll' : 'access.mayAll', { who });
  const pieces = [...new Set(now.map((one) => `${whatText(one, nameOf, true)} ${roughly(one)}`))];
  if (pieces.length === 0) return t(you ? 'access.youMayNothing' : 'access.mayNothing', { who });
  const named =
    pieces.length > mostNamed
      ? [
          ...pieces.slice(0, mostNamed - 1),
          t('access.more', { count: pieces.length - mostNamed + 1 }),
        ]
      : pieces;
  return t(you ? 'access.youMay' : 'access.may', {
    who,
    list: new Intl.ListFormat(
      preferences.language === 'en' ? 'en-GB' : preferences.language,
    ).format(named),
  });
}
