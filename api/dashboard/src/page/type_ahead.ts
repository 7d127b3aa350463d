/* Catches text typed while its field is still loading: it becomes the field's text and no command
   of the page below. Typing never has to wait. */

export interface Awaited {
  text: string;
  type: (text: string) => void;
  close: () => void;
}

// These keys leave the page or belong to the browser.
const passes = /^(Tab|F\d+)$/;

/** Handles keys in the capture phase while `field` does not exist; of two awaited fields the first
    takes the key. */
export function typeAhead(event: KeyboardEvent, { text, type, close }: Awaited): void {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (passes.test(event.key) || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'Escape') close();
  else if (event.key === 'Backspace') type(text.slice(0, -1));
  else if (event.key.length === 1) type(text + event.key);
}
