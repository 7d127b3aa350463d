/* The keys that work everywhere; screens add their own and name them with `screenKeys`. No key is
   taken while a field is being typed in or a dialog is open. */
import { isTyping } from '../page/keys.svelte';
import { overlays } from '../page/overlays.svelte';
import { navigate } from '../page/router.svelte';
import { typeAhead } from '../page/type_ahead';
import { undoLast } from '../page/undo';
import { places } from '../screens/screens';

/** Handles keys in the capture phase: from Ctrl-K until the palette's field exists, keys belong to
    the palette. */
export function onKeyFirst(event: KeyboardEvent): void {
  if (overlays.palette)
    typeAhead(event, {
      text: overlays.palette.text,
      type: overlays.typePalette,
      close: overlays.closePalette,
    });
}

let waitingForPlace = false;

export function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    if (overlays.palette) overlays.closePalette();
    else if (!document.querySelector('dialog[open]')) overlays.openPalette();
    return;
  }
  if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
  if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'z') {
    event.preventDefault();
    void undoLast();
    return;
  }
  if (command || event.altKey) return;
  if (waitingForPlace) {
    waitingForPlace = false;
    const place = places.find((one) => one.key === event.key);
    if (place) {
      event.preventDefault();
      event.stopPropagation();
      navigate(place.path);
      return;
    }
  }
  if (event.key === 'g') {
    waitingForPlace = true;
    setTimeout(() => (waitingForPlace = false), 1500);
  } else if (event.key === '?') {
    event.preventDefault();
    overlays.help = true;
  } else if (event.key === 'F') {
    event.preventDefault();
    overlays.openPalette();
  }
}
