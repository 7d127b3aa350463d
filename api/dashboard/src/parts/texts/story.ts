/* Groups events for reading. One action on several processes or GPUs is one row, in any order; a
   command's row includes its consequences; a step against a violation is shown by its outcome.
   Pure. */
import type { Fact } from '../../data/types';
import { kindOf, membersOf } from '../../language/fact';

/** One row: an event, the same event of several processes or GPUs, or a command with its
    consequences. */
export interface Row {
  /** Represents all of them; its position is that of the first in the list. For a command: the
      first recorded one. */
  fact: Fact;
  facts: readonly Fact[];
  /** The consequences of `fact`; absent: none, or they are the same event. */
  follows?: readonly Fact[];
}

const apartMs = 60_000;
const byNumber = (a: string, b: string): number => Number(a) - Number(b);
const manyOf = /^(violation|process|gpu)\./;

function isSameStory(a: Fact, b: Fact): boolean {
  if (a.type !== b.type || !manyOf.test(a.type) || a.sentence.key !== b.sentence.key) return false;
  if (a.actor_id !== b.actor_id || a.reservation_id !== b.reservation_id || a.host_id !== b.host_id)
    return false;
  if (Math.abs(Date.parse(a.time) - Date.parse(b.time)) > apartMs) return false;
  const rest = ({ gpus: _gpus, pid: _pid, ...others }: Fact['sentence']['arguments']) =>
    JSON.stringify(others);
  return rest(a.sentence.arguments) === rest(b.sentence.arguments);
}

/** Whether one command recorded both, the later one as a consequence. */
export function isOfOneCommand(a: Fact, b: Fact): boolean {
  const later = a.position > b.position ? a : b;
  return (
    later.may_follow === true &&
    a.time === b.time &&
    a.actor_id === b.actor_id &&
    a.request_id === b.request_id
  );
}

function merged(facts: readonly Fact[], gpuNames: (ids: readonly string[]) => string): Fact {
  const [first] = facts as [Fact, ...Fact[]];
  const given = { ...first.sentence.arguments };
  const ids = [...new Set(facts.flatMap((fact) => fact.sentence.arguments['gpus']?.ids ?? []))];
  if (given['gpus'] && ids.length > 0)
    given['gpus'] = { ...given['gpus'], text: gpuNames(ids), ids };
  const pids = [...new Set(facts.flatMap((fact) => fact.sentence.arguments['pid']?.text ?? []))];
  if (given['pid']) given['pid'] = { ...given['pid'], text: pids.sort(byNumber).join(', ') };
  return { ...first, sentence: { ...first.sentence, arguments: given } };
}

function ofCommand(stories: readonly Row[]): Row {
  const [only] = stories as [Row, ...Row[]];
  if (stories.length === 1) return only;
  const facts = stories.flatMap((story) => story.facts).sort((a, b) => a.position - b.position);
  const [fact, ...follows] = facts as [Fact, ...Fact[]];
  return { fact, facts, follows };
}

/** Splits into runs of neighbours that belong to the first of their run. */
function lists<T>(all: readonly T[], belong: (first: T, next: T) => boolean): T[][] {
  const found: T[][] = [];
  for (const one of all) {
    const last = found.at(-1);
    if (last?.[0] !== undefined && belong(last[0], one)) last.push(one);
    else found.push([one]);
  }
  return found;
}

const stepOf = (fact: Fact): string =>
  JSON.stringify([fact.violation_id, membersOf(membersOf(fact.data)['step'])]);

/** Maps the outcomes of steps to the event that the step was due, if it is in the list. */
function dueOf(facts: readonly Fact[]): Map<Fact, Fact> {
  const due = new Map<string, Fact>();
  const found = new Map<Fact, Fact>();
  for (const fact of [...facts].sort((a, b) => a.position - b.position)) {
    if (kindOf(fact) === 'violation.escalated') due.set(stepOf(fact), fact);
    const step = kindOf(fact) === 'violation.acted' ? due.get(stepOf(fact)) : undefined;
    if (step) found.set(fact, step);
  }
  return found;
}

export function rowsOf(
  facts: readonly Fact[],
  gpuNames: (ids: readonly string[]) => string,
): Row[] {
  const due = dueOf(facts);
  const tried = new Set(due.values());
  const withStep = (fact: Fact): Fact[] => {
    const step = due.get(fact);
    return step ? [fact, step] : [fact];
  };
  const rowOf = (list: readonly Fact[]): Row => ({
    facts: list.flatMap(withStep),
    fact: list.length === 1 && list[0] ? list[0] : merged(list, gpuNames),
  });
  const stories = lists(
    facts.filter((fact) => !tried.has(fact)),
    isSameStory,
  ).map(rowOf);
  return lists<Row>(stories, (a, b) => isOfOneCommand(a.fact, b.fact)).map(ofCommand);
}
