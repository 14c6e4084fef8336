import type { Sanitize } from "../../text/sanitize";

/** A shorter one is part of ordinary words. */
const minCharacters = 8;

/** A sanitizer that also removes the tokens of quotes, which could be used to buy. */
export function createConcealedTokens(sanitize: Sanitize) {
  const tokens = new Set<string>();
  const withoutTokens: Sanitize = (text) =>
    sanitize([...tokens].reduce<string>((line, token) => line.replaceAll(token, "***"), sanitize(text)));
  return {
    sanitize: withoutTokens,
    /** Removes this token from every text that is sanitized from now on. */
    conceal: (token: string) => void (token.length >= minCharacters && tokens.add(token)),
  };
}
