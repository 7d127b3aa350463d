/* The colours of strips, resolved from the tokens: a gradient of var() is recomputed whenever its
   element is styled, and hundreds of strips would make panning slow. */
import { rampSteps, type Colours } from './strips';

let ofStrips: Colours | null = null;

export function stripColours(): Colours {
  if (ofStrips) return ofStrips;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  ofStrips = {
    ramp: Array.from({ length: rampSteps }, (_, step) => colour(`--util-${step}`)),
    others: colour('--strip-others'),
    violation: colour('--cat-vermilion'),
  };
  return ofStrips;
}
