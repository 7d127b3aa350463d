/* The history as an audit needs it. */
import { english } from '../../english';

export const audit = english({
  'audit.byDibs': 'Dibs itself',
  'audit.link': 'Event {position}, link to it',
  'audit.list': 'The record',
  'audit.time': 'Recorded',
  'audit.who': 'Who',
  'audit.what': 'What',
  'audit.from': 'From',
  'audit.outcome': 'Outcome',
  'audit.position': 'Event',
  'audit.nowhere': 'no address: Dibs itself',
  'audit.unknownFrom': 'not recorded',
  'audit.askedFor': 'Asked for {what}',
  'audit.done': 'Done',
  'audit.refused': 'Refused',
  'audit.export': 'Export the filtered events',
  'audit.exportAll': 'Oldest first, in the format of dibs audit export',
  'audit.ndjson': 'NDJSON',
  'audit.csv': 'CSV',
  'audit.taking': { one: '{count} event so far', other: '{count} events so far' },
  'audit.taken': { one: '{count} event saved', other: '{count} events saved' },
  'audit.seal': 'Seal',
  'audit.sealed': 'Sealed up to event {position}, {time}.',
  'audit.sealedMore':
    'Whoever changes anything up to there is found out. What came later is not proven yet: the next seal covers it.',
  'audit.looked':
    'This server has read the log again up to event {position} since {time}: every seal fits what lies before it.',
  'audit.tampered':
    'The event log was tampered with: it is not what was sealed. {problem} Keep the machine as it is; dibsd log verify there says more.',
  'audit.notSealed': 'Nothing is sealed yet.',
  'audit.notSealedMore':
    'Seals come by themselves, usually each hour in which something happens. Until then a change of the log on the disk would not show.',
  'audit.head': 'Keep this head on another machine',
  'audit.verify': 'Later, with dibsd stopped, or on a backup',
  'audit.signedBy': 'Signed by the key',
});
