/* What a browser calls itself, in the words people use: "Firefox" on "Linux". Each name also stands in others',
   so the order counts. Nothing proves any of it. Pure. */

const browsers: readonly [RegExp, string][] = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^dibs\//, 'dibs'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const first = (list: readonly [RegExp, string][], text: string): string | undefined => list.find(([pattern]) => pattern.test(text))?.[1];

export interface Browser {
  name: string;
  system: string | undefined;
}

/** Nothing of what is not known. */
export function browserOf(userAgent: string): Browser | undefined {
  const name = first(browsers, userAgent);
  return name === undefined ? undefined : { name, system: first(systems, userAgent) };
}
