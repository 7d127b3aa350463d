/* What helps whom somebody stands in the way of: another GPU, a message. */
import { english } from '../../english';

export const help = english({
  'help.findOther': 'Find another GPU',
  'help.book': { one: 'Book it', other: 'Book them' },
  'help.copyMessage': 'Copy message',
  'help.messageHolder': 'Message',
  'help.messageCopied': 'Copied: paste it where {who} reads it.',
  'help.messageMarked': 'Your browser did not copy it: it is marked, copy it with Ctrl-C.',
  'help.processes': { one: '{count} process', other: '{count} processes' },
  'help.until': ' until {time}',
  'help.message': 'Hello {who}, your work ({what}) has been running on {gpu} since {since}.',
  'help.messageMine': {
    one: 'I have booked this GPU{until}.',
    other: 'I have booked these GPUs{until}.',
  },
  'help.messageTheirs': {
    one: '{owner} has booked this GPU{until}.',
    other: '{owner} has booked these GPUs{until}.',
  },
  'help.messageUnbooked': 'Here a GPU is used with a booking only.',
  'help.messageStop': 'Could you stop it, or move it to a free GPU? {link} Thank you, {me}',
  'help.askRunning': 'Hello {who}, you hold {gpus} until {until}{called}.',
  'help.askAhead': 'Hello {who}, you have booked {gpus}, {when}{called}.',
  'help.ask': {
    one: 'Could you do without it, or without some of that time? {link} Thank you, {me}',
    other: 'Could you do without one of them, or without some of that time? {link} Thank you, {me}',
  },
});
