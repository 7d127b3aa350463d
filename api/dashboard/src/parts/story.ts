/* Events as people read them: what several processes or GPUs did at once is told once, in whichever order they stand. Pure. */
import type { Fact } from '../data/types';

/** What is told in one row: an event, or the same of several processes or GPUs at once. */
export interface Row {
  /** Told of all of them; its position is that of the first in the list. */
  fact: Fact;
  facts: readonly Fact[];
}

const apartMs = 60_000;
const byNumber = (a: string, b: string): number => Number(a) - Number(b);
const manyOf = /^(violation|process|gpu)\./;

function isSameStory(a: Fact, b: Fact): boolean {
  if (a.type !== b.type || !manyOf.test(a.type) || a.sentence.key !== b.sentence.key) return false;
  if (a.actor_id !== b.actor_id || a.reservation_id !== b.reservation_id || a.host_id !== b.host_id) return false;
  if (Math.abs(Date.parse(a.time) - Date.parse(b.time)) > apartMs) return false;
  const rest = ({ gpus: _gpus, pid: _pid, ...others }: Fact['sentence']['arguments']) => JSON.stringify(others);
  return rest(a.sentence.arguments) === rest(b.sentence.arguments);
}

function told(facts: readonly Fact[], gpuNames: (ids: readonly string[]) => string): Fact {
  const [first] = facts as [Fact, ...Fact[]];
  const given = { ...first.sentence.arguments };
  const ids = [...new Set(facts.flatMap((fact) => fact.sentence.arguments['gpus']?.ids ?? []))];
  if (given['gpus'] && ids.length > 0) given['gpus'] = { ...given['gpus'], text: gpuNames(ids), ids };
  const pids = [...new Set(facts.flatMap((fact) => fact.sentence.arguments['pid']?.text ?? []))];
  if (given['pid']) given['pid'] = { ...given['pid'], text: pids.sort(byNumber).join(', ') };
  return { ...first, sentence: { ...first.sentence, arguments: given } };
}

export function rowsOf(facts: readonly Fact[], gpuNames: (ids: readonly string[]) => string): Row[] {
  const lists: Fact[][] = [];
  for (const fact of facts) {
    const last = lists.at(-1);
    if (last?.[0] && isSameStory(last[0], fact)) last.push(fact);
    else lists.push([fact]);
  }
  return lists.map((list) => ({ facts: list, fact: list.length === 1 && list[0] ? list[0] : told(list, gpuNames) }));
}
