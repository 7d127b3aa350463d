/* Which of the shell's dialogs is open: palette, keyboard help. Any code may open one. */
let palette = $state<{ text: string } | null>(null);
let help = $state(false);

export const overlays = {
  get palette(): { text: string } | null {
    return palette;
  },
  /** `text` is the field's first content. */
  openPalette(text = ''): void {
    palette = { text };
  },
  /** Keys pressed before the field existed. */
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
