/* Numbers of XID errors as text: "48, 79". */

/** Empty gives null: the default. Undefined: the text is no list of numbers. */
export function xidsTyped(text: string): number[] | null | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length === 0) return null;
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : undefined;
}

export const xidsText = (xids: readonly number[] | null): string => (xids ?? []).join(', ');
