/* Changes of the site's rules, for admins: sets some of them. Undo restores their previous
   values. */
import { api, command } from '../client';
import { connection } from '../live/connection.svelte';
import { siteRules } from '../live/rules.svelte';
import { localProblem, type Result } from '../problem';
import type { Rules, RulesPatch } from '../types';
import { undoStack } from '../undo.svelte';
import { puttingBack, tag } from '../connection/versions';

const id = 'rules';

async function patchNow(version: number, body: RulesPatch): Promise<Result<Rules>> {
  const result = await command((key) =>
    api.PATCH('/api/v1/rules', {
      params: { header: { 'If-Match': tag(id, version), 'Idempotency-Key': key } },
      body,
    }),
  );
  if (result.ok) siteRules.put(result.value);
  return result;
}

/** Compares lists by content. */
export const isSameRule = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** The members of `now` that differ from `before`. */
export function changesOf(before: RulesPatch, now: RulesPatch): RulesPatch {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => !isSameRule(before[name as keyof RulesPatch], value),
    ),
  );
}

/** The version seen must still be the one there (412 otherwise, with `currentRules`). */
export async function changeRules(
  before: Rules,
  wanted: RulesPatch,
  done: string,
): Promise<Result<Rules>> {
  if (!connection.canEdit) return { ok: false, problem: localProblem('offline', '') };
  const result = await patchNow(before.version, wanted);
  if (result.ok && result.value.version !== before.version) {
    const was = Object.fromEntries(
      Object.keys(wanted).map((name) => [name, before[name as keyof RulesPatch] ?? null]),
    );
    undoStack.done(done, () =>
      puttingBack(id, before.version, patchNow(result.value.version, was)),
    );
  }
  return result;
}
