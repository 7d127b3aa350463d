/* Colours that are worked out: of people, and of how busy a GPU was. */
import { rampSteps } from '../plan/strips';

/* "Colour by person": four colours that nothing else uses, given out in the order in which people came
   to Dibs (ids grow with time). Names stay on the blocks, as colours repeat. */
export const categories = ['sky', 'green', 'orange', 'pink'] as const;
export type Category = (typeof categories)[number];

export function coloursOf(owners: Iterable<string>): Map<string, Category> {
  const sorted = [...new Set(owners)].sort();
  return new Map(sorted.map((owner, i) => [owner, categories[i % categories.length] ?? 'sky']));
}

/* The colours of the utilisation ramp, from the tokens, as plain colours: a gradient of var() is worked
   out again whenever its element is styled, and hundreds of strips would make panning slow. */
let rampColours: string[] | null = null;

export function ramp(): readonly string[] {
  if (rampColours) return rampColours;
  const style = getComputedStyle(document.documentElement);
  rampColours = Array.from({ length: rampSteps }, (_, step) => style.getPropertyValue(`--util-${step}`).trim());
  return rampColours;
}
