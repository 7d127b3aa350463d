/* A person's display preferences, parsed from this browser's storage or the server. Absent or
   invalid ones follow the browser. Pure. */
import { isLanguage, type Language } from '../language/t.svelte';
import { isZone } from '../lib/zone';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface Choices {
  zone?: string;
  theme?: Theme;
  language?: Language;
}

export function readChoices(kept: unknown): Choices {
  const choices: Choices = {};
  if (typeof kept !== 'object' || kept === null) return choices;
  const { zone, theme, language } = kept as Record<string, unknown>;
  if (typeof zone === 'string' && isZone(zone)) choices.zone = zone;
  const known = themes.find((one) => one === theme);
  if (known !== undefined) choices.theme = known;
  if (typeof language === 'string' && isLanguage(language)) choices.language = language;
  return choices;
}

/** From the stored text; empty if it is broken. */
export function parseChoices(text: string | null): Choices {
  try {
    return readChoices(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
