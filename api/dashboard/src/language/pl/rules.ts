/* The rules of the site by their names. */
import type { rules as english } from '../en/rules';
import type { Same } from '../message';

export const rules: Same<typeof english> = {
  'system.rule.shortest_min': 'Najkrótsza rezerwacja',
  'system.rule.longest_min': 'Najdłuższa rezerwacja',
  'system.rule.horizon_min': 'Z jakim wyprzedzeniem można rezerwować',
  'system.rule.most_gpus': 'Najwięcej GPU w jednej rezerwacji',
  'system.rule.violation_level': 'Naruszeniem jest',
  'system.level.off': 'nic: naruszenia nie są zgłaszane',
  'system.level.against_bookings': 'praca tam, gdzie rezerwację ma ktoś inny; GPU bez rezerwacji może używać każdy',
  'system.level.always': 'praca bez własnej rezerwacji, nawet gdy nie ma jej nikt',
  'system.rule.usage_visible_to': 'Członkowie widzą użycie',
};
