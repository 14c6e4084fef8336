import { explain } from "./actions/explain/explain";
import { suggest } from "./actions/suggest/suggest";
import { testMessage } from "./actions/test-message";

/** All actions besides `monitor`, by the values of the input `action`. No other file names them. */
export const actions = { testMessage, suggest, explain };
