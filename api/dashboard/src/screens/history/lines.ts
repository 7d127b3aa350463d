/* An event's details beyond its sentence, as names and texts. Pure except for the catalogue. */
import type { Fact } from '../../data/types';
import { kindOf, membersOf, storedBefore, storedOf, type Stored } from '../../language/fact';
import { rulesText, wayText } from '../../language/fact_words';
import { rangeText } from '../../language/moment';
import { t } from '../../language/t.svelte';
import type { Reader } from '../../lib/format';
import { ownerOf } from './revert';

export interface Line {
  name: string;
  text: string;
  /** The person whose name it is. */
  person?: string;
}
interface Names {
  gpus: (ids: readonly string[]) => string;
  person: (id: string) => string | undefined;
}

export function linesOf(
  fact: Fact,
  before: Stored | undefined,
  names: Names,
  reader: Reader,
): Line[] {
  const data = membersOf(fact.data);
  const lines: Line[] = [];
  const add = (name: string, value: unknown) => {
    if ((typeof value === 'string' && value !== '') || typeof value === 'number')
      lines.push({ name, text: String(value) });
  };
  const now = storedOf(fact);
  const was = { ...before, ...storedBefore(fact) };
  const time = (one: { from: number; until: number }) => rangeText(one.from, one.until, reader);
  if (now) {
    add(t('history.title.booking'), now.title || t('common.untitled'));
    add(t('history.time'), time(now));
    if (kindOf(fact) === 'reservation.changed') {
      if (
        was.from !== undefined &&
        was.until !== undefined &&
        (was.from !== now.from || was.until !== now.until)
      )
        add(t('history.timeBefore'), time({ from: was.from, until: was.until }));
      if (was.gpus && [...was.gpus].sort().join() !== [...now.gpus].sort().join())
        add(t('history.gpusBefore'), names.gpus(was.gpus));
      if (was.title !== undefined && was.title !== now.title)
        add(t('history.titleBefore'), was.title || t('common.untitled'));
    }
  }
  const ids = fact.gpus ?? now?.gpus ?? [];
  if (ids.length > 0) add(t('history.gpu'), names.gpus(ids));
  const owner = ownerOf(fact);
  const ownerName = owner === undefined ? undefined : names.person(owner);
  if (owner !== undefined && ownerName !== undefined)
    lines.push({ name: t('history.owner'), text: ownerName, person: owner });
  add(t('history.account'), membersOf(data['violation'])['unix_name'] ?? data['unix_name']);
  add(t('history.command'), data['command_line']);
  add(
    t('history.why'),
    data['reason'] !== undefined && kindOf(fact) === 'violation.excused'
      ? data['reason']
      : undefined,
  );
  if (kindOf(fact) === 'rules.set')
    add(
      t('history.changed'),
      rulesText(membersOf(data['rules']), membersOf(data['before']), reader),
    );
  if (kindOf(fact) === 'host.changed')
    add(t('history.changed'), wayText(data, membersOf(data['before'])));
  return lines;
}
