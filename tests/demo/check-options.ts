import { isInputErrors, messageOf } from "../../shared/errors";
import { readOptions } from "./options";

/** Checks the options of `npm start`, before anything is built. */
try {
  readOptions(process.argv.slice(2), process.env);
} catch (error) {
  if (!isInputErrors(error)) throw error;
  console.error(`${messageOf(error)}\nnpm start -- --help lists the options.`);
  process.exitCode = 1;
}
