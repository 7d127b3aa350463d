/* The undo stack: each command that has an opposite pushes an entry. For ten seconds a toast offers
   it; Ctrl-Z undoes the last one since the page was loaded, however old. */
import type { Result } from './problem';

export interface UndoEntry {
  id: number;
  /** The action, in words: "Cancelled “llama-ft”". */
  text: string;
  undo: () => Promise<Result<unknown>>;
}

export interface Toast {
  id: number;
  kind: 'done' | 'problem';
  text: string;
  undo?: UndoEntry;
  /** By the browser's own clock, ms. */
  endsAt: number;
}

const shownMs = 10_000;
const mostEntries = 50;

class UndoStack {
  toasts = $state<Toast[]>([]);
  entries = $state.raw<UndoEntry[]>([]);
  #next = 1;

  done(text: string, undo?: UndoEntry['undo']): void {
    const toast: Toast = {
      id: this.#next++,
      kind: 'done',
      text,
      endsAt: performance.now() + shownMs,
    };
    if (undo) {
      toast.undo = { id: toast.id, text, undo };
      this.entries = [...this.entries, toast.undo].slice(-mostEntries);
    }
    this.#show(toast);
  }

  failed(text: string): void {
    this.#show({ id: this.#next++, kind: 'problem', text, endsAt: performance.now() + shownMs });
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** Undoes an entry, the last one by default. The entry is removed even if undo fails. */
  async undo(
    entry: UndoEntry | undefined = this.entries.at(-1),
  ): Promise<{ entry: UndoEntry; result: Result<unknown> } | null> {
    if (!entry || !this.entries.some((one) => one.id === entry.id)) return null;
    this.entries = this.entries.filter((one) => one.id !== entry.id);
    this.dismiss(entry.id);
    return { entry, result: await entry.undo() };
  }

  #show(toast: Toast): void {
    this.toasts = [...this.toasts.slice(-3), toast];
  }
}

export const undoStack = new UndoStack();
