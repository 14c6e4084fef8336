import { runInThisContext } from "node:vm";

/** Preloaded into a packaged task: runs source code that a test brings, to break the process from within. */
runInThisContext(`(require) => { ${process.env["SANDBOX_SABOTAGE"] ?? ""} }`)(require);
