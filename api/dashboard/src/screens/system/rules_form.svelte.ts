/* The state of a form that edits some of the site's rules. It sends only the rules that the admin
   changed, so a change that another admin makes to the other rules is kept. */
import type { Problem } from '../../data/problem';
import { changeRules, changesOf } from '../../data/rules/rule_commands';
import type { Rules, RulesPatch } from '../../data/types';
import { problemText } from '../../language/problem';
import { preferences } from '../../page/preferences.svelte';

export class RulesForm<Form extends RulesPatch> {
  /** The rules that changes are compared with: those at the start, or newer ones after a
      conflict. */
  base: Rules;
  /** The values in the fields, bound to the inputs. */
  values: Form;
  busy = $state(false);
  /** Why the last request failed; null if it did not fail. */
  problem = $state.raw<Problem | null>(null);
  readonly #formOf: (rules: Rules) => Form;

  /** `formOf` picks the values of this form from the rules. */
  constructor(before: Rules, formOf: (rules: Rules) => Form) {
    this.#formOf = formOf;
    this.base = $state.raw(before);
    this.values = $state(formOf(before));
  }

  /** The error of this field; empty if it has none. */
  wrong(field: string): string {
    return this.problem?.field === field ? problemText(this.problem, preferences.reader) : '';
  }

  /** The error that belongs to no field of this form; empty if there is none. */
  get elsewhere(): string {
    const { problem } = this;
    return problem === null || (problem.field !== undefined && problem.field in this.values)
      ? ''
      : problemText(problem, preferences.reader);
  }

  /** Sends the changes. True: the rules have these values; `doneText` is shown if that changed
      anything. A conflict (412) replaces `base` by the newer rules, keeps typed values, and returns
      false. */
  async send(doneText: string): Promise<boolean> {
    const changes = changesOf(this.#formOf(this.base), $state.snapshot(this.values) as Form);
    if (Object.keys(changes).length === 0) return true;
    this.busy = true;
    const result = await changeRules(this.base, changes, doneText);
    this.busy = false;
    this.problem = result.ok ? null : result.problem;
    if (!result.ok && result.problem.currentRules) {
      this.base = result.problem.currentRules;
      Object.assign(this.values, this.#formOf(this.base), changes); // typed values win
    }
    return result.ok;
  }
}
