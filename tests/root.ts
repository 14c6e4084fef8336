import { resolve } from "node:path";

/** The folder of the repository, as the compiled tests in `out/tests/` find it. */
export const root = resolve(__dirname, "..", "..");
