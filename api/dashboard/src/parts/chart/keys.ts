/* The keys that move the crosshair of a chart. Pure. */

/** The index after a key at index `here`; undefined: the key moves nothing. */
export function indexAfter(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  here: number,
  last: number,
): number | undefined {
  const each = shiftKey ? 10 : 1;
  const to: Record<string, number> = {
    ArrowLeft: here - each,
    ArrowRight: here + each,
    PageUp: here + 60,
    PageDown: here - 60,
    Home: 0,
    End: last,
  };
  return to[key];
}
