/* A time typed in words: the server parses it shortly after the last key. Its meaning is taken and
   shown; alternatives are offered; a parse error is shown. */
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
  /** The chosen one of several meanings, and a clock change. */
  note = $state('');
  choices = $state.raw<readonly TimeAlternative[]>([]);
  /** The typed text is not, or not yet, the accepted value. */
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

  /** Call with each change of the text; `soon`: at once. The question may reword it. `take` returns
      the reason if the answer is unusable. */
  read(
    text: string,
    question: Pick<TimeQuestion, 'kind' | 'now'> & Partial<Pick<TimeQuestion, 'text'>>,
    take: (answer: TimeAnswer) => string | undefined,
    soon = false,
  ): void {
    this.#stop();
    this.text = text;
    this.#set(text.trim() === '' ? 'empty' : 'asking');
    if (this.state === 'empty') return;
    const turn = this.#turn;
    this.#timer = setTimeout(
      () => void this.#look(turn, { text: text.trim(), zone: reader().zone, ...question }, take),
      soon ? 0 : waitMs,
    );
  }

  async #look(
    turn: number,
    body: TimeQuestion,
    take: (answer: TimeAnswer) => string | undefined,
  ): Promise<void> {
    const got = await ask(api.POST('/api/v1/time/parse', { body }));
    if (turn !== this.#turn) return;
    if (got.ok) {
      this.#set(
        'read',
        '',
        [got.value.taken, got.value.note]
          .flatMap((part) => (part === undefined ? [] : [said(part, reader())]))
          .join(' '),
        got.value.alternatives,
      );
      const useless = take(got.value);
      if (useless !== undefined) this.#set('wrong', useless);
    } else this.#set('wrong', problemText(got.problem, reader()), '', got.problem.times);
  }

  #set(
    state: TypedTime['state'],
    problem = '',
    note = '',
    choices: readonly TimeAlternative[] = [],
  ): void {
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
