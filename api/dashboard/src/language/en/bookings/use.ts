/* Who used a booking, wherever it is shown. */
import { english } from '../../english';

export const use = english({
  'use.nowBy': 'Used now: {parts}',
  'use.nowUnknown': 'Used now: no data',
  'use.by': '{percent} by {who}',
  'use.byYou': '{percent} by you',
  'use.byInViolation': '{percent} by {who} (violation)',
  'use.byUnclear': '{percent} by an unknown user',
  'use.others': 'others',
  'use.part.holder': 'used by the holder',
  'use.part.others': 'by others',
  'use.part.violation': 'by others, a violation',
  'use.part.idle': 'idle',
  'use.part.unknown': 'not known',
  'use.part.free': 'not booked',
  'use.said.you': 'used by you {percent}',
  'use.said.holder': 'used by {who} {percent}',
  'use.said.others': 'by others {percent}',
  'use.said.violation': 'by others {percent} (violation)',
  'use.said.idle': 'idle {percent}',
  'use.said.unknown': 'not known {percent}',
});
