import { messageOf } from "../errors";
import type { Agent } from "./agent";

/** False if it could not be written; then the log has a warning that names `what` it was. */
export function writeOrWarn(what: string, { warn }: Pick<Agent, "warn">, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    warn(`Could not write ${what}: ${messageOf(error)}`);
    return false;
  }
}
