declare const mark: unique symbol;

/**
 * The value of an output variable. Pipelines paste outputs into scripts, where free text could run a command.
 * So a value is empty, digits, a known word, a currency code, or a path that we made. Only the functions of
 * this file create one.
 */
export type OutputValue = string & { readonly [mark]: true };

const closedForms = {
  digits: /^\d{1,20}$/,
  day: /^\d{4}-\d\d-\d\d$/,
  decimal: /^\d{1,20}(\.\d{1,9})?$/,
  word: /^[A-Za-z]{1,40}$/,
  currency: /^[A-Z]{3}$/,
};

/** A whole number, 0 or more; empty for undefined and for any other number. */
export function digits(value: number | undefined): OutputValue {
  return inForm(closedForms.digits, value);
}

/** A day, such as "2026-12-31"; empty for undefined and for any other text. */
export function day(value: string | undefined): OutputValue {
  return inForm(closedForms.day, value);
}

/** An amount, such as "11.69"; empty for undefined and for any other text. */
export function decimal(value: string | undefined): OutputValue {
  return inForm(closedForms.decimal, value);
}

/** A word of our own, such as an outcome; empty for undefined. */
export function word(value: string | boolean | undefined): OutputValue {
  return inForm(closedForms.word, value);
}

/** ISO 4217; empty for undefined and for any other text. */
export function currencyCode(value: string | undefined): OutputValue {
  return inForm(closedForms.currency, value);
}

/** Made of a folder that the user named and a file name of ours; empty if it has a line break. */
export function pathOfOurs(path: string): OutputValue {
  return inForm(/^[^\r\n]*$/, path);
}

function inForm(form: RegExp, value: string | number | boolean | undefined): OutputValue {
  const text = String(value ?? "");
  const closed = form.test(text) ? text : "";
  markAsOutput(closed);
  return closed;
}

function markAsOutput(_text: string): asserts _text is OutputValue {}
