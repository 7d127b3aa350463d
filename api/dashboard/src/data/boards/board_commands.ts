/* Board commands, each with its opposite on the undo stack. A change is put back; a removed board
   is created again with another id, because the server keeps no removed boards. */
import { freshId } from '../../lib/ids';
import { wholeOf } from './board_whole';
import { api, command } from '../client';
import { clock } from '../clock.svelte';
import { boards } from '../live/boards.svelte';
import { connection } from '../live/connection.svelte';
import { localProblem, type Result } from '../problem';
import type { Board, BoardSummary, BoardWhole, TokenMade } from '../types';
import { undoStack } from '../undo.svelte';
import { puttingBack, tag } from '../connection/versions';

function offline(): Result<never> | null {
  return connection.canEdit ? null : { ok: false, problem: localProblem('offline', '') };
}

function keep(result: Result<Board>): Result<Board> {
  if (result.ok) boards.put(result.value);
  return result;
}

async function makeNow(whole: BoardWhole): Promise<Result<Board>> {
  const body = { id: freshId('brd', clock.ms()), ...whole };
  return keep(
    await command((key) =>
      api.POST('/api/v1/boards', { params: { header: { 'Idempotency-Key': key } }, body }),
    ),
  );
}

async function putNow(id: string, version: number, body: BoardWhole): Promise<Result<Board>> {
  return keep(
    await command((key) =>
      api.PUT('/api/v1/boards/{id}', {
        params: { path: { id }, header: { 'If-Match': tag(id, version), 'Idempotency-Key': key } },
        body,
      }),
    ),
  );
}

async function removeNow(id: string, version: number): Promise<Result<unknown>> {
  return command((key) =>
    api.DELETE('/api/v1/boards/{id}', {
      params: { path: { id }, header: { 'If-Match': tag(id, version), 'Idempotency-Key': key } },
    }),
  );
}

export async function makeBoard(whole: BoardWhole, done: string): Promise<Result<Board>> {
  const stop = offline();
  if (stop) return stop;
  const result = await makeNow(whole);
  if (result.ok) undoStack.done(done, () => removeNow(result.value.id, result.value.version));
  return result;
}

/** The version seen must still be the one there (412 otherwise, with `currentBoard`). */
export async function changeBoard(
  before: Board,
  whole: BoardWhole,
  done: string,
): Promise<Result<Board>> {
  const stop = offline();
  if (stop) return stop;
  const result = await putNow(before.id, before.version, whole);
  if (result.ok && result.value.version !== before.version) {
    undoStack.done(done, () =>
      puttingBack(
        before.id,
        before.version,
        putNow(before.id, result.value.version, wholeOf(before)),
      ),
    );
  }
  return result;
}

export async function removeBoard(
  board: Board | BoardSummary,
  done: string,
): Promise<Result<unknown>> {
  const stop = offline();
  if (stop) return stop;
  const read = await boards.read(board.id); // its panels, to create it again
  if (!read.ok) return read;
  const result = await removeNow(board.id, board.version);
  if (result.ok) undoStack.done(done, () => makeNow(wholeOf(read.value)));
  return result;
}

/** Creates a read-only token for a screen on a wall. */
export async function makeWallToken(label: string, expiresAt: number): Promise<Result<TokenMade>> {
  const stop = offline();
  if (stop) return stop;
  const body = { label, scopes: ['read' as const], expires_at: new Date(expiresAt).toISOString() };
  return command((key) =>
    api.POST('/api/v1/tokens', { params: { header: { 'Idempotency-Key': key } }, body }),
  );
}
