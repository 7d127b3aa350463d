/* A form of some of the rules: untouched ones stay as they are, even if another admin sets them
   meanwhile. */
import type { Problem } from '../../data/problem';
import { changeRules, changesOf } from '../../data/rule_commands';
import type { Rules, RulesPatch } from '../../data/types';
import { problemText } from '../../language/problem';
import { preferences } from '../../page/preferences.svelte';

export class RulesForm<Form extends RulesPatch> {
  /** The rules at the start, or those that another admin has set since. */
  base: Rules;
  values: Form;
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);
  readonly #formOf: (rules: Rules) => Form;

  constructor(before: Rules, formOf: (rules: Rules) => Form) {
    this.#formOf = formOf;
    this.base = $state.raw(before);
    this.values = $state(formOf(before));
  }

  wrong(field: string): string {
    return this.problem?.field === field ? problemText(this.problem, preferences.reader) : '';
  }

  /** The error that belongs to no field of this form. */
  get elsewhere(): string {
    const { problem } = this;
    return problem === null || (problem.field !== undefined && problem.field in this.values) ? '' : problemText(problem, preferences.reader);
  }

  /** True: everything is as intended. `done` is shown then, if something changed. */
  async send(done: string): Promise<boolean> {
    const wanted = changesOf(this.#formOf(this.base), $state.snapshot(this.values) as Form);
    if (Object.keys(wanted).length === 0) return true;
    this.busy = true;
    const got = await changeRules(this.base, wanted, done);
    this.busy = false;
    this.problem = got.ok ? null : got.problem;
    if (!got.ok && got.problem.currentRules) {
      this.base = got.problem.currentRules; // typed values stay, on top of another admin's
      Object.assign(this.values, this.#formOf(this.base), wanted);
    }
    return got.ok;
  }
}
