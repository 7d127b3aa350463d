/* The width of a block's text in the page's own font. Words are measured once, and again when a
   font has loaded. */
const mostKnown = 20_000;
const sizeRem = 0.75; // of --t-12

let known = new Map<string, number>();
let pens: { plain: CanvasRenderingContext2D; bold: CanvasRenderingContext2D } | null = null;
let fonts = $state(0);

/** Call in an effect of the screen: follows fonts that load meanwhile. */
export function followFonts(): () => void {
  const come = (): void => {
    known = new Map();
    pens = null;
    fonts += 1;
  };
  document.fonts.addEventListener('loadingdone', come);
  return () => document.fonts.removeEventListener('loadingdone', come);
}

// Reading a style while blocks are drawn would force a new layout, so it is read once.
function makePens(): typeof pens {
  const [plain, bold] = [
    document.createElement('canvas').getContext('2d'),
    document.createElement('canvas').getContext('2d'),
  ];
  if (!plain || !bold) return null;
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) * sizeRem;
  const { fontFamily } = getComputedStyle(document.body);
  plain.font = `400 ${size}px ${fontFamily}`;
  bold.font = `600 ${size}px ${fontFamily}`;
  return { plain, bold };
}

/** px, rounded up. */
export function textWidth(text: string, bold: boolean): number {
  void fonts;
  const key = bold ? `b${text}` : ` ${text}`;
  const had = known.get(key);
  if (had !== undefined) return had;
  pens ??= makePens();
  if (!pens) return Infinity; // nothing is measured, nothing is cut
  const pen = bold ? pens.bold : pens.plain;
  const width = Math.ceil(pen.measureText(text.replace(/\d/g, '0')).width) + 1; // figures are tabular
  if (known.size > mostKnown) known.clear();
  known.set(key, width);
  return width;
}
