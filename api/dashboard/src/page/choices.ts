/* What a person may choose about how they see things, and how it is read from whatever kept it: this
   browser's storage or the server. What is absent or makes no sense follows the browser. Pure. */
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

/** From the text that was kept here; nothing if it was broken. */
export function parseChoices(text: string | null): Choices {
  try {
    return readChoices(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
