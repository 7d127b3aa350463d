/* What can be open beside the blocks: a draft, or a refused booking. */
import type { Booking } from '../../../data/bookings/booking';
import type { Problem } from '../../../data/problem';
import type { Protection } from '../../../data/types';
import type { Draft } from '../plan/model';

export type Open =
  | { kind: 'draft'; draft: Draft }
  /** 409: `wanted` stays in place; `before` is the booking before the change, if there was one. */
  | {
      kind: 'refused';
      wanted: Draft & { title: string };
      id: string;
      before?: Booking;
      problem: Problem;
    }
  /** 412: another person changed it meanwhile. */
  | {
      kind: 'stale';
      wanted: Draft & {
        title: string;
        project?: string | null | undefined;
        protection?: Protection | null | undefined;
      };
      before: Booking;
      theirs: Booking;
    };

/** Why an action is impossible, shown where it was tried. */
export interface Notice {
  text: string;
  x: number;
  y: number;
}

/** A confirmation before another person's booking is changed, cancelled or released. */
export interface Question {
  booking: Booking;
  what: 'cancel' | 'release' | 'change';
  wanted?: Draft & { title: string };
  run: () => Promise<void>;
}

export function draftPopover(draft: Draft): Open {
  return { kind: 'draft', draft };
}

const lastTitleKey = 'dibs.title';

export function lastTitle(): string {
  try {
    return localStorage.getItem(lastTitleKey) ?? '';
  } catch {
    return ''; // storage refused: nothing to prefill
  }
}

export function rememberTitle(title: string): void {
  try {
    localStorage.setItem(lastTitleKey, title);
  } catch {
    // The next draft has no default title.
  }
}
