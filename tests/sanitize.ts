import { createSanitizer } from "../shared/text/sanitize";

/** Like the one of an agent that knows no secret. */
export const sanitize = createSanitizer((text) => text);
