import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isInputErrors, messageOf } from "../../shared/errors";
import { root } from "../root";
import { installAgent } from "../sandbox/agent";
import { readOptions } from "./options";
import { showProject } from "./project";
import { emptyReports } from "./show";
import { showSimulated } from "./simulated";

/** `npm start`: the packaged tasks, installed from the vsix and run by the sandbox's agent. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) {
    process.stdout.write(readFileSync(join(root, "tests", "demo", "start-help.txt"), "utf8"));
    return;
  }
  const agent = installAgent();
  emptyReports();
  try {
    if (options.place === undefined) await showSimulated(agent, options);
    else await showProject(agent, options.place, options);
  } finally {
    agent.dispose();
  }
}

main().catch((error: unknown) => {
  console.error(
    `${messageOf(error)}${isInputErrors(error) ? "\nnpm start -- --help lists the options." : ""}`,
  );
  process.exitCode = 1;
});
