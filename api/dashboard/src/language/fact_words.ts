/* The codes of the history as words: commands, why a host is not reached; and what rules and the way to a host
   were before they were changed. */
import { lengthText, numberText, type Reader } from '../lib/format';
import { minuteMs } from '../lib/zone';
import './en/facts';
import './en/rules';
import { isKey, t } from './t.svelte';

type Members = Record<string, unknown>;

/** The value of an argument as people say it; what has no words stays as it came. */
export function factCode(argument: string, text: string): string {
  const key = `fact.${argument}.${text}`;
  return (argument === 'command' || argument === 'reason') && isKey(key) ? t(key) : text;
}

// One that is not there is none; of a list how many it has.
function ruleText(name: string, value: unknown, reader: Reader): string {
  if (value === undefined || value === null) return t('system.rule.none');
  if (Array.isArray(value)) return numberText(value.length, reader);
  if (name.endsWith('_min')) return lengthText(Number(value) * minuteMs);
  if (typeof value === 'number') return numberText(value, reader);
  const text = String(value);
  const key = [`system.level.${text}`, `system.protection.${text}`, `system.usageVisibleTo.${text}`].find(isKey);
  return key === undefined ? text : t(key);
}

/** "Longest booking: 14 d, before 7 d", of each rule that differs; nothing if it is not known what they were. */
export function rulesText(now: Members, before: Members, reader: Reader): string {
  if (Object.keys(before).length === 0) return '';
  const changed = [...new Set([...Object.keys(now), ...Object.keys(before)])].filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name]));
  return changed.flatMap((name) => {
    const key = `system.rule.${name}`;
    return isKey(key) ? [t('fact.was', { name: t(key), now: ruleText(name, now[name], reader), before: ruleText(name, before[name], reader) })] : [];
  }).join('; ');
}

/** The same of the way to a host. */
export function wayText(now: Members, before: Members): string {
  const changed = (['address', 'port', 'user', 'host_key_fingerprint'] as const).filter((name) => Object.hasOwn(before, name) && now[name] !== before[name]);
  return changed.map((name) => t('fact.was', { name: t(`fact.way.${name}`), now: String(now[name]), before: String(before[name]) })).join('; ');
}
