import { join } from "node:path";
import type { TaskContext } from "../../shared/agent/task";
import { createRdap, type Rdap } from "../../shared/rdap/client";
import type { Look } from "./registration/watch";

/** Creates the reader of public records for a step. `rdapUrl` is undefined for the registry's own server. */
export function openPublicRecords(rdapUrl: URL | undefined, { agent, clock }: TaskContext): Rdap {
  // Self-hosted agents keep this folder between jobs.
  const tools = agent.variable("Agent.ToolsDirectory");
  return createRdap({
    server: rdapUrl,
    networkFor: agent.network,
    clock,
    cacheFolder: tools === "" ? "" : join(tools, "pipeline-keeper"),
    warn: agent.warn,
  });
}

/** Reads the public record of a domain once. Never throws, except the reason of the signal. */
export async function lookAt(rdap: Rdap, domain: string, signal: AbortSignal): Promise<Look> {
  const found = await rdap.lookUp(domain, signal);
  switch (found.kind) {
    case "found":
      return { kind: "look", seen: found.record, problem: "" };
    case "absent":
      return { kind: "look", seen: "absent", problem: "" };
    case "unreadable":
      return { kind: "look", seen: undefined, problem: found.message };
  }
}
