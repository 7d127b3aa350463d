/* Undoes a command and reports the result. */
import { awaitOpenCommands } from '../data/client';
import { undoStack, type UndoEntry } from '../data/undo.svelte';
import { problemText } from '../language/problem';
import { t } from '../language/t.svelte';
import { preferences } from './preferences.svelte';

/** The last command by default, also one that is still open. */
export async function undoLast(entry?: UndoEntry): Promise<void> {
  if (!entry) await awaitOpenCommands();
  const undone = await undoStack.undo(entry);
  if (!undone) return;
  if (undone.result.ok) undoStack.done(t('toast.undone', { text: undone.entry.text }));
  else
    undoStack.failed(
      t('toast.notUndone', {
        text: undone.entry.text,
        reason: problemText(undone.result.problem, preferences.reader),
      }),
    );
}
