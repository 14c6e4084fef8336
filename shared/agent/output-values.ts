declare const mark: unique symbol;

/**
 * The value of an output variable. Pipelines paste outputs into scripts, where free text could run a command.
 * So a value is empty, digits, a known word, a currency code, or a path that we made. Only the functions of
 * this file create one.
 */
export type OutputValue = string & { readonly [mark]: true };

/** Empty for undefined and for any value that has not the form. */
const inForm =
  <T extends string | number | boolean>(form: RegExp) =>
  (value: T | undefined): OutputValue => {
    const text = String(value ?? "");
    const closed = form.test(text) ? text : "";
    markAsOutput(closed);
    return closed;
  };

function markAsOutput(_text: string): asserts _text is OutputValue {}

/** A whole number, 0 or more. */
export const digits = inForm<number>(/^\d{1,20}$/);
/** A day, such as "2026-12-31". */
export const day = inForm<string>(/^\d{4}-\d\d-\d\d$/);
/** An amount, such as "11.69". */
export const decimal = inForm<string>(/^\d{1,20}(\.\d{1,9})?$/);
/** A word of our own, such as an outcome. */
export const word = inForm<string | boolean>(/^[A-Za-z]{1,40}$/);
/** ISO 4217. */
export const currencyCode = inForm<string>(/^[A-Z]{3}$/);
/** Made of a folder that the user named and a file name of ours; empty if it has a line break. */
export const pathOfOurs = inForm<string>(/^[^\r\n]*$/);
