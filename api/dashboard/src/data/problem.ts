/* Errors of a request as one type: the server's problem+json, or one made here when no answer came.
   A result is a value or a problem; nothing throws. */
import type { Board, Conflict, Offer, Reservation, Rules, TimeAlternative } from './types';

export interface FieldError {
  field: string;
  code: string;
  detail: string;
}

export interface Problem {
  /** `slot-taken`, `changed-meanwhile`, …; made here: `offline`, `no-answer`, `unreadable`, `touches-bookings`. */
  code: string;
  status: number; // 0: no answer
  title: string;
  detail: string;
  field?: string;
  /** All errors of the input, `field` and `detail` first; empty where no field is concerned. */
  errors: FieldError[];
  requestId?: string;
  conflicts: Conflict[];
  alternatives: Offer[];
  /** The possible meanings of a time in words. */
  times?: TimeAlternative[];
  /** Suggested rewrites of a GPU request in words. */
  requests?: string[];
  current?: Reservation;
  currentBoard?: Board;
  currentRules?: Rules;
  retryAfterS?: number;
  /** The part of the log already read, 0 to 1, while the server reads it. */
  progress?: number;
}

export type Result<T> =
  { ok: true; value: T; etag: string | null; position: number } | { ok: false; problem: Problem };

type Members = Record<string, unknown>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isFieldError(error: unknown): error is FieldError {
  return (
    isMembers(error) && ['field', 'code', 'detail'].every((name) => typeof error[name] === 'string')
  );
}

/** `slot-taken` of `/dibs/problems/slot-taken`. */
function codeOf(type: string): string {
  return /\/problems\/([a-z-]+)$/.exec(type)?.[1] ?? 'unreadable';
}

function isTime(alternative: unknown): boolean {
  return (
    isMembers(alternative) &&
    typeof alternative['text'] === 'string' &&
    typeof alternative['from'] === 'string'
  );
}

function requestOf(alternative: unknown): string[] {
  return isMembers(alternative) &&
    typeof alternative['text'] === 'string' &&
    alternative['from'] === undefined
    ? [alternative['text']]
    : [];
}

/** From a problem+json body; any other body is described by its status. */
export function problemOf(
  status: number,
  body: unknown,
  retryAfter: string | null = null,
): Problem {
  const members: Members = isMembers(body) ? body : {};
  const alternatives: unknown[] = Array.isArray(members['alternatives'])
    ? members['alternatives']
    : [];
  const errors: unknown[] = Array.isArray(members['errors']) ? members['errors'] : [];
  const problem: Problem = {
    code: codeOf(text(members['type']) ?? ''),
    status,
    title: text(members['title']) ?? `HTTP ${status}`,
    detail: text(members['detail']) ?? '',
    errors: errors.filter(isFieldError),
    conflicts: Array.isArray(members['conflicts']) ? (members['conflicts'] as Conflict[]) : [],
    alternatives: alternatives.filter(
      (one) => !isTime(one) && requestOf(one).length === 0,
    ) as Offer[],
  };
  const times = alternatives.filter(isTime) as unknown as TimeAlternative[];
  if (times.length > 0) problem.times = times;
  const requests = alternatives.flatMap(requestOf);
  if (requests.length > 0) problem.requests = requests;
  const field = text(members['field']);
  const requestId = text(members['request_id']);
  if (field !== undefined) problem.field = field;
  if (requestId !== undefined) problem.requestId = requestId;
  if (isMembers(members['current'])) problem.current = members['current'] as unknown as Reservation;
  if (isMembers(members['current_board']))
    problem.currentBoard = members['current_board'] as unknown as Board;
  if (isMembers(members['current_rules']))
    problem.currentRules = members['current_rules'] as unknown as Rules;
  const progress = members['progress'];
  if (typeof progress === 'number' && progress >= 0 && progress <= 1) problem.progress = progress;
  if (retryAfter !== null && Number.isFinite(Number(retryAfter)))
    problem.retryAfterS = Number(retryAfter);
  return problem;
}

/** The server has just started: it answers after reading its log, and has judged no credential. */
export function isReadingLog(problem: Problem): boolean {
  return problem.code === 'reading-log';
}

export function localProblem(
  code: 'offline' | 'no-answer' | 'touches-bookings',
  detail: string,
): Problem {
  return { code, status: 0, title: '', detail, errors: [], conflicts: [], alternatives: [] };
}
