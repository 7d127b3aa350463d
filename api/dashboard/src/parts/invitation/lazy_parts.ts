/* An invitation to a group, and answering it: a file of its own, fetched when there is one. */
export { default as AnswerInvitation } from './AnswerInvitation.svelte';
