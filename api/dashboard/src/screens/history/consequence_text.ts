/* The consequences of a command in words: how many of each kind. */
import type { Fact } from '../../data/types';
import { kindOf } from '../../language/fact';
import { language, t } from '../../language/t.svelte';

const kinds = ['suspended', 'revived', 'cancelled', 'released'] as const;

/** "514 bookings suspended, 1 other change". */
export function followsText(facts: readonly Fact[]): string {
  const counts = kinds.map((kind) => ({
    kind,
    count: facts.filter(
      (fact) => fact.reservation_id !== undefined && kindOf(fact).split('.')[1] === kind,
    ).length,
  }));
  const others = facts.length - counts.reduce((sum, { count }) => sum + count, 0);
  const texts = [
    ...counts.map(({ kind, count }) => (count > 0 ? t(`history.follows.${kind}`, { count }) : '')),
    others > 0 ? t('history.follows.others', { count: others }) : '',
  ];
  return new Intl.ListFormat(language(), { type: 'unit' }).format(
    texts.filter((text) => text !== ''),
  );
}
