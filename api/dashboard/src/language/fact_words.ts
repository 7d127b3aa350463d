/* The codes of the history as words: commands, why a host is not reached; and what rules and the way to a host
   were before they were changed. */
import { jumpsText } from '../data/fleet/jumps';
import type { Jump } from '../data/types';
import { lengthText, numberText, type Reader } from '../lib/format';
import { minuteMs } from '../lib/zone';
import './en/reports/facts';
import './en/fleet/rules';
import { isKey, t } from './t.svelte';

type Members = Record<string, unknown>;

/** The value of an argument as people say it; what has no words stays as it came. */
export function factCode(argument: string, text: string): string {
  const key = `fact.${argument}.${text}`;
  return (argument === 'command' || argument === 'reason') && isKey(key) ? t(key) : text;
}

// Of these there is none while nobody sets one; of others Dibs brings along what holds then (domain/rules/rules.hpp).
const mayLack = /^(lead|gpus_at|gpu_hours|relaxed|token|session_idle|idle|no_show)_/;

// A step against violations, or what stands in a list.
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { action, after_s: after } = item as Members;
  const key = `fact.step.${String(action)}`;
  return t('fact.step', {
    what: isKey(key) ? t(key) : String(action),
    length: lengthText(Number(after) * 1000),
  });
}

function ruleText(name: string, value: unknown, reader: Reader): string {
  if (value === undefined || value === null)
    return t(mayLack.test(name) ? 'system.rule.none' : 'system.rule.brought');
  if (Array.isArray(value))
    return value.length === 0 ? t('system.rule.none') : value.map(itemText).join(', ');
  if (name.endsWith('_min')) return lengthText(Number(value) * minuteMs);
  if (typeof value === 'number') return numberText(value, reader);
  const text = String(value);
  const key = [
    `system.level.${text}`,
    `system.protection.${text}`,
    `system.usageVisibleTo.${text}`,
  ].find(isKey);
  return key === undefined ? text : t(key);
}

/** "Longest booking: 14 d, before 7 d", of each rule that differs; nothing if it is not known what they were. */
export function rulesText(now: Members, before: Members, reader: Reader): string {
  if (Object.keys(before).length === 0) return '';
  const changed = [...new Set([...Object.keys(now), ...Object.keys(before)])].filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]),
  );
  return changed
    .flatMap((name) => {
      const key = `system.rule.${name}`;
      return isKey(key)
        ? [
            t('fact.was', {
              name: t(key),
              now: ruleText(name, now[name], reader),
              before: ruleText(name, before[name], reader),
            }),
          ]
        : [];
    })
    .join('; ');
}

function way(data: Members): string {
  const jumps = Array.isArray(data['jumps']) ? (data['jumps'] as Jump[]) : [];
  return jumps.length === 0 ? t('fact.way.direct') : jumpsText(jumps);
}

/** The same of the way to a host. */
export function wayText(now: Members, before: Members): string {
  const changed = (['address', 'port', 'user', 'host_key_fingerprint'] as const).filter(
    (name) => Object.hasOwn(before, name) && now[name] !== before[name],
  );
  const parts = changed.map((name) =>
    t('fact.was', {
      name: t(`fact.way.${name}`),
      now: String(now[name]),
      before: String(before[name]),
    }),
  );
  const [jumps, jumpsBefore] = [way(now), way(before)];
  if (jumps !== jumpsBefore)
    parts.push(t('fact.was', { name: t('fact.way.jumps'), now: jumps, before: jumpsBefore }));
  return parts.join('; ');
}
