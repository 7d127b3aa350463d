/* What counts as a violation on one host, or for one group. */
import { english } from '../../english';

export const levels = english({
  'levels.title': 'A violation is',
  'levels.of': 'What counts as a violation: {name}',
  'levels.asSite': 'site default: {level}',
  'levels.done': 'Set what counts as a violation: {name}',
  'levels.hint': 'Of the levels of a host and of a person’s groups the most generous counts.',
});
