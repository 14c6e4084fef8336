import { domainToASCII } from "node:url";

/**
 * The one spelling in which names are compared and sent: ASCII, lower case, without a final dot. Empty if the text
 * cannot be a name.
 */
export function asciiName(text: string): string {
  return domainToASCII(text).replace(/\.$/, "");
}
