/* "Colour by person": four colours that nothing else uses. Names stay on the blocks, as colours repeat. */
const categories = ['sky', 'green', 'orange', 'pink'] as const;

export function categoryOf(owner: string): (typeof categories)[number] {
  let sum = 0;
  for (const letter of owner) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return categories[sum % categories.length] ?? 'sky';
}
