import { homedir, tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Agent } from "../../shared/agent/agent";
import type { InputReader } from "../../shared/agent/inputs";
import { isInFolder } from "../../shared/folder";

/** The folders of a job that are emptied, by the variable that names each. */
const passingFolders = {
  "System.DefaultWorkingDirectory": "the checkout, which the next clean checkout empties",
  "Build.SourcesDirectory": "the checkout, which the next clean checkout empties",
  "Agent.TempDirectory": "the agent's temporary folder, which is emptied after each job",
};

/**
 * The folder that receipts are kept in. A relative one is an error: it would lie in the checkout. One that does not last
 * is a warning where it is the memory against a second purchase, `buying`.
 */
export function readReceiptFolder(reader: InputReader, agent: Agent, buying: boolean): string {
  const named = reader.text("receiptFolder");
  const folder = resolve(named || agent.variable("Agent.TempDirectory") || tmpdir());
  if (named !== "" && !isAbsolute(named)) reader.problems.push(notAbsolute(named));
  else if (buying)
    for (const warning of warnings(named, folder, agent)) agent.warn(`receiptFolder: ${warning}`);
  return folder;
}

function notAbsolute(named: string): string {
  const meant = /^~(?=[\\/]|$)/.test(named)
    ? join(homedir(), named.slice(1))
    : resolve("/", "domain-receipts");
  return (
    `receiptFolder: expected an absolute path, got ${JSON.stringify(named)}, which would lie in the checkout; ` +
    `write it out, such as ${meant}`
  );
}

function warnings(named: string, folder: string, agent: Agent): string[] {
  if (named === "")
    return [
      `not given, so the receipt is kept in ${folder}, which does not last. ` +
        "A later run will not know of a purchase, but by what the registrar's account shows.",
    ];
  const around = Object.entries(passingFolders).find(([variable]) => {
    const passing = agent.variable(variable);
    return passing !== "" && isInFolder(resolve(passing), folder);
  });
  return around === undefined
    ? []
    : [`${folder} lies in ${around[1]}. A later run will not know of this purchase: name a lasting folder.`];
}
