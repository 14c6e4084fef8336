/**
 * Whether a `visibleRule` of a task manifest holds for the values of inputs: comparisons by `=` and `!=`, joined by
 * `&&`, which binds closer, and `||`. Throws when it is none of that, or names an input that has no value.
 */
export function isVisible(rule: string, values: Readonly<Record<string, string>>): boolean {
  return rule
    .split("||")
    .some((all) => all.split("&&").every((comparison) => holds(comparison.trim(), values)));
}

function holds(comparison: string, values: Readonly<Record<string, string>>): boolean {
  const [, name = "", operator, wanted] = /^(\w+) (=|!=) (\w+)$/.exec(comparison) ?? [];
  const value = values[name];
  if (value === undefined) throw new Error(`'${comparison}' is no comparison of an input`);
  return (value === wanted) === (operator === "=");
}
