/* Names in the order people expect: gpu2 before gpu10. */
export const byName = new Intl.Collator('en', { numeric: true });
