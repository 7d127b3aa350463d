/* The design tokens of api/dashboard/src/style/tokens.css as colours, for light and for dark. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHex, type Rgb } from './colour';
import { sources } from './paths';

export type Theme = 'light' | 'dark';
export const themes: readonly Theme[] = ['light', 'dark'];

const text = readFileSync(join(sources, 'style/tokens.css'), 'utf8');
const found = new Map<string, Record<Theme, string>>();
for (const [, name = '', both, light, dark] of text.matchAll(
  /--([a-z0-9-]+):\s*(?:(#[0-9a-f]{6})|light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\));/gi,
)) {
  found.set(name, { light: light ?? both ?? '', dark: dark ?? both ?? '' });
}

export const tokenNames = (): string[] => [...found.keys()];

export function token(name: string, theme: Theme): Rgb {
  const values = found.get(name);
  if (!values) throw new Error(`there is no colour --${name}`);
  return parseHex(values[theme]);
}
