import { createSanitizer } from "../shared/text/sanitize";

/** Masks nothing, like an agent that knows no secret. */
export const sanitize = createSanitizer((text) => text);
