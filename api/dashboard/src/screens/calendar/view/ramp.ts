/* The colours of the utilisation ramp, from the tokens, as plain colours: a gradient of var() is worked
   out again whenever its element is styled, and hundreds of strips would make panning slow. */
import { RAMP } from '../plan/strips';

let colours: string[] | null = null;

export function ramp(): readonly string[] {
  if (colours) return colours;
  const style = getComputedStyle(document.documentElement);
  colours = Array.from({ length: RAMP }, (_, step) => style.getPropertyValue(`--util-${step}`).trim());
  return colours;
}
