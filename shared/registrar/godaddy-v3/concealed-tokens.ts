import type { Sanitize } from "../../text/sanitize";

/** A sanitizer that also removes the tokens of quotes, which could be used to buy. */
export interface ConcealedTokens {
  sanitize: Sanitize;
  /** Removes this token from every text that is sanitized from now on. */
  conceal(token: string): void;
}

/** A shorter one is part of ordinary words. */
const minCharacters = 8;

/** Creates a sanitizer that knows no token yet. */
export function createConcealedTokens(sanitize: Sanitize): ConcealedTokens {
  const tokens = new Set<string>();
  return {
    sanitize: (text) =>
      sanitize([...tokens].reduce<string>((line, token) => line.replaceAll(token, "***"), sanitize(text))),
    conceal: (token) => void (token.length >= minCharacters && tokens.add(token)),
  };
}
