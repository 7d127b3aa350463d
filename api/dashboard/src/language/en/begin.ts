/* The first steps, until there is a host. */
import { english } from '../english';

export const begin = english({
  'begin.title': 'Three steps to the first booking',
  'begin.text': 'Nothing is installed on the GPU hosts. Dibs reads them over SSH.',
  'begin.step1': 'Let Dibs reach a host',
  'begin.step1text':
    'Make a key for Dibs on this server, and put its public half into an ordinary account on the GPU host.',
  'begin.step2': 'Add it',
  'begin.step2text': 'Its host key is shown to you once, and pinned.',
  'begin.step3': 'Book',
  'begin.step3text': 'Write what you need, or drag over GPUs and hours in the calendar.',
  'begin.waiting': 'Waiting for the first host. It shows up here by itself.',
  'begin.connecting': '{host} was added, connecting…',
  'begin.failed': '{host} was added, but cannot be reached: {reason}',
  'begin.done': 'done',
  'begin.picture': 'Press, drag, release: four GPUs for four hours.',
  'begin.none': 'No GPU was found',
  'begin.noneText': {
    one: '{count} host is set up. Why it has no GPU here:',
    other: '{count} hosts are set up. Why each has no GPU here:',
  },
  'begin.why.connecting': 'Connecting…',
  'begin.why.lost': 'Not reached: {reason}',
  'begin.why.unknown': 'Reached; looking for GPUs…',
  'begin.why.working': 'Its GPU driver works and lists no GPU',
  'begin.why.missing':
    'There is no nvidia-smi: the NVIDIA driver is not installed, or not on the path of the account that Dibs uses',
  'begin.why.broken': 'Its GPU driver does not work: {words}',
  'begin.why.unsupported': 'Its nvidia-smi does not know what Dibs asks: {words}',
  'begin.why.wordless': 'it says nothing',
  'begin.askAdmin': 'No host is connected yet. An admin adds hosts.',
});
