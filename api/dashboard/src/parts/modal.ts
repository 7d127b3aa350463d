/* A <dialog> that opens as a modal when it appears and reports when it was closed, by Esc too. */
import type { Attachment } from 'svelte/attachments';

export function modal(onClose: () => void): Attachment<HTMLDialogElement> {
  return (dialog) => {
    const back = document.activeElement;
    const close = () => onClose();
    const onBackdrop = (event: MouseEvent) => {
      if (event.target === dialog) dialog.close();
    };
    dialog.addEventListener('close', close);
    dialog.addEventListener('cancel', close); // "close" fires after a key pressed right after Esc, and would undo that key
    dialog.addEventListener('mousedown', onBackdrop);
    dialog.showModal();
    return () => {
      dialog.removeEventListener('close', close);
      dialog.removeEventListener('cancel', close);
      dialog.removeEventListener('mousedown', onBackdrop);
      dialog.close();
      if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    };
  };
}
