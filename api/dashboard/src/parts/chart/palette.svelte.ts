/* The tones of charts as colours a canvas understands. Tokens are `light-dark()`, which only styles
   can resolve: a hidden element does it once, and again whenever the theme changes. */

const tokens = {
  ink: 'var(--ink)',
  axis: 'var(--ink-3)',
  line: 'var(--line)',
  none: 'var(--line-control)',
  mine: 'var(--mine-text)',
  other: 'var(--ink-3)',
  bad: 'var(--bad)',
  sky: 'var(--cat-sky)',
  green: 'var(--cat-green)',
  orange: 'var(--cat-orange)',
  pink: 'var(--cat-pink)',
} as const;

// In forced colours the chart's texts use the system's colours, as all text around them. A canvas
// does not get them by itself. Lines keep their tones: they show the holders.
const systems: Partial<Record<keyof typeof tokens, string>> = {
  ink: 'CanvasText',
  axis: 'CanvasText',
  line: 'GrayText',
};

export type Tone = Exclude<keyof typeof tokens, 'axis' | 'line'>;

const forced = '(forced-colors: active)';
const cssOf = (name: keyof typeof tokens): string =>
  (matchMedia(forced).matches ? systems[name] : undefined) ?? tokens[name];

let colours = new Map<string, string>();
let version = $state(0);
let watching = false;

function watchTheme(): void {
  watching = true;
  const again = () => {
    colours = new Map();
    version += 1;
  };
  new MutationObserver(again).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme'],
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
  matchMedia(forced).addEventListener('change', again);
}

// Lets the browser resolve a style.
function resolve(text: string): string {
  const probe = document.createElement('i');
  probe.hidden = true;
  probe.style.setProperty('forced-color-adjust', 'none'); // a chart of one colour with filled areas would be unreadable
  probe.style.color = text;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

export const palette = {
  /** Changes with the theme. */
  get version(): number {
    return version;
  },
  colour(name: keyof typeof tokens, percent = 100): string {
    if (!watching) watchTheme();
    const key = `${name} ${percent}`;
    let colour = colours.get(key);
    if (colour === undefined) {
      colour = resolve(
        percent === 100
          ? cssOf(name)
          : `color-mix(in srgb, ${cssOf(name)} ${percent}%, transparent)`,
      );
      colours.set(key, colour);
    }
    return colour;
  },
  font(zoom = 1, strong = false): string {
    return `${strong ? 600 : 400} ${11 * zoom}px ${getComputedStyle(document.body).fontFamily}`;
  },
};
