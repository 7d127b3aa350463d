/* Colours as numbers: WCAG contrast, colour-blind views (Machado, Oliveira and Fernandes 2009, full
   strength), and the distance of two colours (CIEDE2000). */

export type Rgb = readonly [number, number, number]; // 0 to 1

export type Sight = 'normal' | 'protan' | 'deutan' | 'tritan';

// Table of the paper's supplement for severity 1.0; on linear RGB.
const matrices: Record<Exclude<Sight, 'normal'>, readonly number[]> = {
  protan: [
    0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998,
  ],
  deutan: [
    0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881,
  ],
  tritan: [
    1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039,
  ],
};

export function parseHex(hex: string): Rgb {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!found) throw new Error(`not a colour of six digits: ${hex}`);
  const [r = 0, g = 0, b = 0] = found.slice(1).map((two) => parseInt(two, 16) / 255);
  return [r, g, b];
}

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const linear = ([r, g, b]: Rgb): Rgb => [toLinear(r), toLinear(g), toLinear(b)];

export function contrast(a: Rgb, b: Rgb): number {
  const luminance = (colour: Rgb): number => {
    const [r, g, blue] = linear(colour);
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Linear RGB in that type of vision. */
function seen(colour: Rgb, sight: Sight): Rgb {
  const [r, g, b] = linear(colour);
  if (sight === 'normal') return [r, g, b];
  const m = matrices[sight];
  const row = (i: number): number =>
    clamp((m[i] ?? 0) * r + (m[i + 1] ?? 0) * g + (m[i + 2] ?? 0) * b);
  return [row(0), row(3), row(6)];
}

type Lab = readonly [number, number, number];

function toLab([r, g, b]: Rgb): Lab {
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

export function difference(a: Rgb, b: Rgb, sight: Sight = 'normal'): number {
  return ciede2000(toLab(seen(a, sight)), toLab(seen(b, sight)));
}

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const radians = (angle: number): number => (angle * Math.PI) / 180;

/** Sharma, Wu and Dalal 2005. */
export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const polar = (a: number, b: number) => {
    const chroma = Math.hypot(a * (1 + g), b);
    const hue = chroma === 0 ? 0 : (degrees(Math.atan2(b, a * (1 + g))) + 360) % 360;
    return { chroma, hue };
  };
  const [one, two] = [polar(a1, b1), polar(a2, b2)];
  const product = one.chroma * two.chroma;
  let turn = product === 0 ? 0 : two.hue - one.hue;
  if (turn > 180) turn -= 360;
  else if (turn < -180) turn += 360;
  const deltaHue = 2 * Math.sqrt(product) * Math.sin(radians(turn / 2));
  const lightness = (l1 + l2) / 2;
  const chroma = (one.chroma + two.chroma) / 2;
  let hue = one.hue + two.hue;
  if (product !== 0) {
    if (Math.abs(one.hue - two.hue) <= 180) hue /= 2;
    else hue = hue < 360 ? (hue + 360) / 2 : (hue - 360) / 2;
  }
  const t =
    1 -
    0.17 * Math.cos(radians(hue - 30)) +
    0.24 * Math.cos(radians(2 * hue)) +
    0.32 * Math.cos(radians(3 * hue + 6)) -
    0.2 * Math.cos(radians(4 * hue - 63));
  const scaleL = 1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2);
  const scaleC = 1 + 0.045 * chroma;
  const scaleH = 1 + 0.015 * chroma * t;
  const rotation =
    -2 *
    Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) *
    Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2))));
  const [dl, dc, dh] = [(l2 - l1) / scaleL, (two.chroma - one.chroma) / scaleC, deltaHue / scaleH];
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}
