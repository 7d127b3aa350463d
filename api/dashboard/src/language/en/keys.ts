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
});
