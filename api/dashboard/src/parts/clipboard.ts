/* Copies text to the clipboard. */

/** `shown` holds the same text: a page over plain http has no clipboard, so the text is selected
    and copied. */
export async function copyText(text: string, shown: Node | undefined): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    return document.execCommand('copy');
  }
}
