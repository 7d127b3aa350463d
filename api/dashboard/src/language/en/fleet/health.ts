/* When a GPU is unhealthy, by the rules of the site. */
import { english } from '../../english';

export const health = english({
  'health.title': 'Health of GPUs',
  'health.text':
    'A GPU is unhealthy, and neither offered nor booked, when one of these is so. One that is lost, or whose driver does not work, cannot be used, whatever is chosen here.',
  'health.if': 'Unhealthy when',
  'health.ecc_errors': 'it counted uncorrected memory errors',
  'health.row_remap_failed': 'a row of its memory could not be replaced',
  'health.repair_pending': 'its memory waits for a reset to be repaired',
  'health.recovery_needed': 'its driver asks for a reset or a restart',
  'health.xid_errors': 'its host’s kernel logged one of these XID errors',
  'health.never': 'never',
  'health.errors': 'Memory errors it takes',
  'health.after': 'Healthy again after',
  'health.xids': 'XID errors that count',
  'health.xidsHint':
    'Numbers from NVIDIA’s catalogue. They are seen where the probe’s account may read the kernel’s log. Empty: as usual.',
  'health.xidsWrong': 'Write numbers with commas between them: 48, 79',
  'health.edit': 'Change it',
  'health.set': 'Set it',
  'health.done': 'When GPUs are unhealthy was changed',
});
