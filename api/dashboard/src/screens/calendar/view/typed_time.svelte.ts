/* A time typed in words: the server reads it a moment after the last key. What it means is taken and
   shown; what it could mean besides is offered; what it cannot read, it says. */
import { api, ask } from '../../../data/client';
import type { TimeAlternative, TimeAnswer, TimeQuestion } from '../../../data/types';
import { problemText } from '../../../language/problem';
import { said } from '../../../language/t.svelte';
import { reader } from './viewer';

const waitMs = 180;

export class TypedTime {
  text = $state('');
  state = $state<'empty' | 'asking' | 'read' | 'wrong'>('empty');
  problem = $state('');
  /** What was taken where something else could be meant, and a change of clocks. */
  note = $state('');
  choices = $state.raw<readonly TimeAlternative[]>([]);
  /** What is typed is not what is taken, or not yet. */
  get unread(): boolean {
    return this.state === 'asking' || this.state === 'wrong';
  }
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  clear(): void {
    this.#stop();
    this.text = '';
    this.#set('empty');
  }

  /** With each change of the text; `soon`: at once. The question may say it in other words. `take` says why the answer is of no use, if it is not. */
  read(text: string, question: Pick<TimeQuestion, 'kind' | 'now'> & Partial<Pick<TimeQuestion, 'text'>>, take: (answer: TimeAnswer) => string | undefined, soon = false): void {
    this.#stop();
    this.text = text;
    this.#set(text.trim() === '' ? 'empty' : 'asking');
    if (this.state === 'empty') return;
    const turn = this.#turn;
    this.#timer = setTimeout(() => void this.#look(turn, { text: text.trim(), zone: reader().zone, ...question }, take), soon ? 0 : waitMs);
  }

  async #look(turn: number, body: TimeQuestion, take: (answer: TimeAnswer) => string | undefined): Promise<void> {
    const got = await ask(api.POST('/api/v1/time/parse', { body }));
    if (turn !== this.#turn) return;
    if (got.ok) {
      this.#set('read', '', [got.value.taken, got.value.note].flatMap((part) => (part === undefined ? [] : [said(part, reader())])).join(' '), got.value.alternatives);
      const useless = take(got.value);
      if (useless !== undefined) this.#set('wrong', useless);
    } else this.#set('wrong', problemText(got.problem, reader()), '', got.problem.times);
  }

  #set(state: TypedTime['state'], problem = '', note = '', choices: readonly TimeAlternative[] = []): void {
    this.state = state;
    this.problem = problem;
    this.note = note;
    this.choices = choices;
  }
  #stop(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }
}
