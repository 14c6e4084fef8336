import { homedir, tmpdir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { isInFolder } from "../../../shared/folder";
import { openReceiptFile } from "../registration/receipt-file";

/** The folders of a job that the agent empties, by the variable that names each. */
const temporaryFolders = {
  "System.DefaultWorkingDirectory": "the checkout, which the next clean checkout empties",
  "Build.SourcesDirectory": "the checkout, which the next clean checkout empties",
  "Build.ArtifactStagingDirectory": "the artifact staging folder, which is emptied before each job",
  "Build.BinariesDirectory": "the binaries folder, which a clean job empties",
  "Agent.TempDirectory": "the agent's temporary folder, which is emptied after each job",
};

/**
 * Reads the folder for receipts. A relative path is an error, because it would be in the
 * checkout. If the task will be `buying`, receipts protect from a second purchase, so a folder that does not last is a
 * warning.
 */
export function readReceiptFolder(
  reader: InputReader,
  agent: Agent,
  { domain, environment }: { domain: string; environment: string },
  buying: boolean,
): string {
  const folderInput = reader.text("receiptFolder");
  const folder = resolve(folderInput || agent.variable("Agent.TempDirectory") || tmpdir());
  if (folderInput !== "" && !isAbsolute(folderInput)) reader.problems.push(renderNotAbsolute(folderInput));
  else if (buying) {
    const problem = findProblem(folderInput, folder, agent);
    const receipts = openReceiptFile(folder, domain, environment, agent.sanitize);
    // Another folder would hide the purchases that a receipt knows.
    const advice = receipts.exists()
      ? `Keep a copy of ${receipts.path}: it lists earlier purchases.`
      : "Set it to a permanent folder.";
    if (problem !== undefined) agent.warn(`receiptFolder: ${problem} ${advice}`);
  }
  return folder;
}

function renderNotAbsolute(named: string): string {
  const meant = /^~(?=[\\/]|$)/.test(named)
    ? join(homedir(), named.slice(1))
    : resolve("/", "domain-receipts");
  return (
    `receiptFolder: expected an absolute path, got ${JSON.stringify(named)}, ` +
    `which would be in the checkout. Write the full path, such as ${meant}`
  );
}

function findProblem(named: string, folder: string, agent: Agent): string | undefined {
  if (named === "")
    return (
      `not set, so the receipt is kept in ${folder}, which is temporary. ` +
      "A later run can then find the purchase only in the registrar's account."
    );
  const around = Object.entries(temporaryFolders).find(([variable]) => {
    const temporary = agent.variable(variable);
    return temporary !== "" && isInFolder(resolve(temporary), folder);
  });
  return (
    around &&
    `${folder} is in ${around[1]}. A later run can then find the purchase only in the registrar's account.`
  );
}
