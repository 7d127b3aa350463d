/* The rules of the site by their names. */
import type { rules as english } from '../en/rules';
import type { Same } from '../message';

export const rules: Same<typeof english> = {
  'system.rule.shortest_min': 'Najkrótsza rezerwacja',
  'system.rule.longest_min': 'Najdłuższa rezerwacja',
  'system.rule.horizon_min': 'Z jakim wyprzedzeniem można rezerwować',
  'system.rule.most_gpus': 'Najwięcej GPU w jednej rezerwacji',
  'system.rule.lead_min': 'Z jakim najmniejszym wyprzedzeniem się rezerwuje',
  'system.rule.gpus_at_once': 'Najwięcej GPU jednej osoby naraz',
  'system.rule.gpu_hours_week': 'GPU-godzin jednej osoby w tygodniu',
  'system.rule.relaxed_within_min': 'Bez tych limitów, jeśli zaczyna się w ciągu',
  'system.rule.approval_hold_min': 'Jak długo rezerwacja czeka na zgodę',
  'system.rule.token_life_min': 'Jak długo najwyżej żyje token',
  'system.rule.session_life_min': 'Jak długo trwa zalogowanie',
  'system.rule.session_idle_min': 'Wylogowanie po bezczynności',
  'system.rule.group_gpu_hours_week': 'GPU-godzin całej grupy w tygodniu',
  'system.rule.none': 'brak',
  'system.rule.aDay': 'doba',
  'system.rule.halfADay': '12 godzin',
  'system.rule.violation_level': 'Naruszeniem jest',
  'system.level.off': 'nic: naruszenia nie są zgłaszane',
  'system.level.against_bookings': 'praca tam, gdzie rezerwację ma ktoś inny; GPU bez rezerwacji może używać każdy',
  'system.level.always': 'praca bez własnej rezerwacji, nawet gdy nie ma jej nikt',
  'system.rule.usage_visible_to': 'Członkowie widzą użycie',
  'system.changeRules': 'Zmień zasady',
  'system.usageVisibleTo.everyone': 'wszystkich',
  'system.usageVisibleTo.own': 'własne i łącznie całego zespołu',
};
