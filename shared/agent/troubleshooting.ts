import { readManifest } from "./manifest";

/** A message that a task prints when something is wrong, and what to do about it: a row of its page. */
export interface HelpRow {
  /** The row's anchor on the page, which errors link. */
  id: string;
  /** Parts of the message. `…` stands for up to 80 characters that differ. */
  reads: readonly string[];
  /** Markdown, with links relative to the page. */
  advice: string;
}

/** The rows of a page by heading. A message belongs to the first row that it matches. */
export type HelpTable = Readonly<Record<string, readonly HelpRow[]>>;

/** The id of the row that a message belongs to. */
export function findHelp(table: HelpTable, message: string): string | undefined {
  const rows = Object.values(table).flat();
  return rows.find(({ reads }) => reads.some((text) => quotePattern(text).test(message)))?.id;
}

/** `…` in the quoted part of a message stands for at most 80 characters. */
export function quotePattern(quoted: string): RegExp {
  const parts = quoted.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(".{0,80}"));
}

/** Finds the URL of a message's row for the task in `folder`. The page stands beside the task's help. */
export function findHelpUrl(
  { troubleshooting, folder }: { troubleshooting: HelpTable; folder: string },
  message: string,
): string | undefined {
  const id = findHelp(troubleshooting, message);
  return id === undefined
    ? undefined
    : new URL(`troubleshooting.md#${id}`, readManifest(folder).helpUrl).href;
}

/** The rows of both tasks. They match more than those of one task, so they come last. */
export const commonHelp: HelpTable = {
  "Files and variables": [
    {
      id: "variable",
      reads: ["still reads $(…)"],
      advice:
        "Define the variable, or remove the line. Map secrets under `env:`, and list their variable group under `variables:`.",
    },
    {
      id: "connection",
      reads: ["there is no such service connection"],
      advice:
        "Correct the name, or permit the pipeline to use the connection (*Security*, *Pipeline permissions*).",
    },
    {
      id: "file",
      reads: ["does not exist", "leads out of the checkout", "is not a regular file"],
      advice:
        "Commit the file itself, not a link. Its path is relative to the repository, which the job must check out.",
    },
    {
      id: "json",
      reads: ["is not valid JSON", "not UTF-8"],
      advice:
        "Fix the file at that line and column. Save it as UTF-8: in Windows PowerShell, with `Out-File -Encoding utf8`.",
    },
  ],
  Network: [
    {
      id: "proxy",
      reads: ["the proxy returned", "the proxy cannot be used"],
      advice: "Check the URL, user name and password of the agent's proxy.",
    },
    {
      id: "certificate",
      reads: ["certificate is not trusted", "DEPTH_ZERO_SELF_SIGNED_CERT"],
      advice:
        "Make the agent trust the host's certificate authority, with `--sslcacert` or `NODE_EXTRA_CA_CERTS`.",
    },
    {
      id: "unreachable",
      reads: [
        "the connection was refused",
        "the host name was not found",
        "the connection was closed before",
        "timed out after",
        "the host did not respond",
      ],
      advice: "Check the URL, the agent's proxy and the firewall.",
    },
    {
      id: "another-service",
      reads: [
        "incomplete or invalid JSON",
        "that cannot be decompressed",
        "instead of 200",
        "302 Found",
        "HPE_INVALID_CONSTANT",
        "a redirect to",
        "returned more than … bytes",
      ],
      advice:
        "Another service responds, or a proxy changes the response. Check `url_base` or `apiUrl`, and the agent's proxy.",
    },
    {
      id: "service-down",
      reads: [
        "402 Payment Required",
        "408 Request Timeout",
        "409 Conflict",
        "500 Internal Server Error",
        "502 Bad Gateway",
        "503 Service Unavailable",
        "504 Gateway Timeout",
      ],
      advice:
        "Check the service's status page ([Azure DevOps](https://status.dev.azure.com/)), and run the step again.",
    },
  ],
};
