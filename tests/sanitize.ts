import { createSanitizer } from "../shared/text/sanitize";

/** What an agent makes of text from outside as long as it knows no secret. */
export const sanitize = createSanitizer((text) => text);
