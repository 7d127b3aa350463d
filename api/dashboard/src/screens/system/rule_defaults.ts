/* The values that hold where a rule is not set. Pure. */
import type { OpenRule } from '../../data/rules/open_rules';

export function noneOf(
  name: OpenRule,
): 'system.rule.aDay' | 'system.rule.halfADay' | 'system.rule.none' {
  if (name === 'approval_hold_min') return 'system.rule.aDay';
  return name === 'session_life_min' ? 'system.rule.halfADay' : 'system.rule.none';
}
