/* A booking that two people change at once: both versions, and the choice. */
import type { stale as english } from '../../en/bookings/stale';
import type { Same } from '../../message';

export const stale: Same<typeof english> = {
  'stale.yours': 'Twoja wersja',
  'stale.theirs': 'Jak jest teraz',
  'stale.keepMine': 'Zachowaj moją',
  'stale.takeTheirs': 'Weź tamtą',
  'stale.project': 'Projekt',
  'stale.time': 'Czas',
};
