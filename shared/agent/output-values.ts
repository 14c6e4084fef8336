declare const mark: unique symbol;

/**
 * The value of an output. Pipelines paste outputs into scripts, where any other text could run a command: a value is
 * empty, digits, one of some known words, the code of a currency, or a path that we made. Only the functions of this
 * file make one.
 */
export type OutputValue = string & { readonly [mark]: true };

const closedForms = {
  digits: /^\d{0,20}$/,
  word: /^[A-Za-z]{0,40}$/,
  currency: /^([A-Z]{3})?$/,
};

/** A whole number, 0 or more; empty for any other number and for none. */
export function digits(value: number | undefined): OutputValue {
  return inForm(closedForms.digits, value === undefined ? "" : String(value));
}

/** A word of our own, such as an outcome; empty for none. */
export function word(value: string | boolean | undefined): OutputValue {
  return inForm(closedForms.word, value === undefined ? "" : String(value));
}

/** The code of a currency (ISO 4217); empty for any other text and for none. */
export function currencyCode(value: string | undefined): OutputValue {
  return inForm(closedForms.currency, value ?? "");
}

/** A path made of a folder that the user named and a file name that we made; empty if it holds a line break. */
export function pathOfOurs(path: string): OutputValue {
  return inForm(/^[^\r\n]*$/, path);
}

function inForm(form: RegExp, value: string): OutputValue {
  const text = form.test(value) ? value : "";
  markAsOutput(text);
  return text;
}

function markAsOutput(_text: string): asserts _text is OutputValue {}
