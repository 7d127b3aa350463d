/* The first steps, until there is a host. */
import { english } from '../english';

export const begin = english({
  'begin.title': 'Three steps to the first booking',
  'begin.text': 'Nothing is installed on the GPU hosts. Dibs reads them over SSH.',
  'begin.step1': 'Let Dibs reach a host',
  'begin.step1text': 'Make a key for Dibs on this server, and put its public half into an ordinary account on the GPU host.',
  'begin.step2': 'Add it',
  'begin.step2text': 'Its host key is shown to you once, and pinned.',
  'begin.step3': 'Book',
  'begin.step3text': 'Write what you need, or drag over GPUs and hours in the calendar.',
  'begin.waiting': 'Waiting for the first host. It shows up here by itself.',
  'begin.connecting': '{host} was added, connecting…',
  'begin.failed': '{host} was added, but cannot be reached: {reason}',
  'begin.done': 'done',
  'begin.picture': 'Press, drag, release: four GPUs for four hours.',
  'begin.askAdmin': 'No host is connected yet. An admin adds hosts.',
});
