/* A message of the catalogue: a text with {names} in it, or one text for each plural form that the
   language has, chosen by `count`. Pure. */

export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
export type Message = string | Plural;
export type Values = Record<string, string | number>;

const rules = new Map<string, Intl.PluralRules>();

function form(language: string, count: number): Intl.LDMLPluralRule {
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  return rule.select(count);
}

export function fill(message: Message, language: string, values: Values = {}): string {
  const text = typeof message === 'string' ? message : (message[form(language, Number(values['count'] ?? 0))] ?? message.other);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : String(value);
  });
}
