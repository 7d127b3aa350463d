/* Which of the shell's dialogs is open: palette, keyboard help. Anything may open one. */
let palette = $state<{ text: string } | null>(null);
let help = $state(false);

export const overlays = {
  get palette(): { text: string } | null {
    return palette;
  },
  /** `text` is what stands in the field at first. */
  openPalette(text = ''): void {
    palette = { text };
  },
  /** Keys that came before the field was there. */
  typePalette(text: string): void {
    palette = { text };
  },
  closePalette(): void {
    palette = null;
  },
  get help(): boolean {
    return help;
  },
  set help(open: boolean) {
    help = open;
  },
};
