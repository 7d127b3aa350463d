/* An invitation to a group and its answer: a file of its own, fetched when there is one. */
export { default as AnswerInvitation } from './AnswerInvitation.svelte';
