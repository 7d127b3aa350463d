/* Taking something back, and saying how it went. */
import { undoStack, type UndoEntry } from '../data/undo.svelte';
import { problemText } from '../language/problem';
import { t } from '../language/t.svelte';
import { preferences } from './preferences.svelte';

export async function undoLast(entry?: UndoEntry): Promise<void> {
  const undone = await undoStack.undo(entry ?? undoStack.entries.at(-1));
  if (!undone) return;
  if (undone.result.ok) undoStack.done(t('toast.undone', { text: undone.entry.text }));
  else undoStack.failed(t('toast.notUndone', { reason: problemText(undone.result.problem, preferences.reader) }));
}
