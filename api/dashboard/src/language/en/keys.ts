/* The list of keys. */
import { english } from '../english';

export const keys = english({
  'keys.title': 'Keyboard',
  'keys.palette': 'Book, find, go to',
  'keys.find': 'Find a free slot',
  'keys.undo': 'Undo the last change',
  'keys.help': 'This list',
  'keys.reference': 'For programs: the API’s reference',
  'keys.go': 'Go to {screen}',
  'keys.close': 'Close what is open',
  'keys.then': 'then',
  'keys.screen': 'On this screen',

  'calendar.key.move': 'Move the cursor',
  'calendar.key.mark': 'Mark GPUs and hours',
  'calendar.key.enter': 'Book what is marked, open a booking, close a host',
  'calendar.key.jump': 'To the booking before, after',
  'calendar.key.carry': 'Move a booking with the arrows; Enter puts it down',
  'calendar.key.copy': 'Copy a booking the same way',
  'calendar.key.edit': 'Edit',
  'calendar.key.cancel': 'Cancel a booking',
  'calendar.key.zoom': 'Nearer, further away',
  'calendar.key.now': 'Go to now',
  'calendar.key.filter': 'Filter',
  'calendar.key.table': 'Table view',
  'board.key.move': 'Move the panel',
  'board.key.resize': 'Resize the panel',
  'board.key.form': 'Edit the panel',
  'fleet.key.filter': 'Filter by host',
  'fleet.key.sort': 'Sort again',
  'fleet.key.next': 'From a host to the next',
});
