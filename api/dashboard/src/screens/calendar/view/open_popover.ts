/* What may stand open beside the blocks: a draft to be booked, or a booking that was refused. */
import type { Booking } from '../../../data/booking';
import type { Problem } from '../../../data/problem';
import type { Protection } from '../../../data/types';
import type { Draft } from '../plan/model';

export type Open =
  | { kind: 'draft'; draft: Draft }
  /** 409: `wanted` stays where it was put; `before` is what it was, if it was one already. */
  | { kind: 'refused'; wanted: Draft & { title: string }; id: string; before?: Booking; problem: Problem }
  /** 412: somebody changed it in the meantime. */
  | { kind: 'stale'; wanted: Draft & { title: string; project?: string | null | undefined; protection?: Protection | null | undefined }; before: Booking; theirs: Booking };

/** What cannot be done, said where it was tried. */
export interface Notice {
  text: string;
  x: number;
  y: number;
}

/** Asked before somebody else's booking is changed, cancelled or given back. */
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
    // The next one begins empty.
  }
}
