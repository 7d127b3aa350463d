/* What is typed while the field it is for is on its way: its text, and no command of what lies below. Nobody waits before typing. */

export interface Awaited {
  text: string;
  type: (text: string) => void;
  close: () => void;
}

// These lead elsewhere, or are the browser's.
const passes = /^(Tab|F\d+)$/;

/** For keys on their way down, while `field` is not there; of two that are awaited the first takes the key. */
export function typeAhead(event: KeyboardEvent, { text, type, close }: Awaited): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (passes.test(event.key) || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') close();
  else if (event.key === 'Backspace') type(text.slice(0, -1));
  else if (event.key.length === 1) type(text + event.key);
}
