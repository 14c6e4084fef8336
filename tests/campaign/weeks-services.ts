import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxAgent, Step } from "../sandbox/agent";
import { type SandboxChat, startChat } from "../sandbox/chat";
import { makeAuthority } from "../sandbox/identity";
import type { LoopbackServer, Reply } from "../sandbox/loopback";
import { pagingKey, pagingRules, startPaging } from "../sandbox/paging";
import { startProxy } from "../sandbox/proxy";
import type { TargetName } from "../tasks/PipelineMonitor/weeks/script";

/** The targets besides the step's own webhook, and what a step is given to reach them. */
export interface FurtherTargets extends Required<Pick<Step, "variables" | "secrets" | "env">> {
  chats: Readonly<Partial<Record<TargetName, SandboxChat>>>;
  pages: LoopbackServer;
  /** The titles of the open alerts. */
  open(): string[];
  /** Requests that the documentation of the paging service does not describe. */
  violations: readonly string[];
  close(): Promise<unknown>;
}

/** Starts a chat for each route and for a guest, and a paging service to which only a proxy leads. */
export async function startTargets(agent: SandboxAgent): Promise<FurtherTargets & { guest: SandboxChat }> {
  const authority = await makeAuthority("Company");
  const caFile = join(agent.sourcesFolder, "..", "company.pem");
  writeFileSync(caFile, authority.cert);
  const { host } = pagingRules.pagerduty;
  const pages = await startPaging("pagerduty", await authority.issue(host));
  const proxy = await startProxy("u", "p", new Map([[`${host}:443`, pages.address]]));
  const [first, second, guest] = [await startChat(), await startChat(), await startChat()];
  const webhooks = { FIRST_WEBHOOK: first.webhook.href, SECOND_WEBHOOK: second.webhook.href };
  return {
    ...{ chats: { FIRST_WEBHOOK: first, SECOND_WEBHOOK: second }, pages, guest },
    variables: { "Agent.CAInfo": caFile },
    secrets: { PAGER_KEY: pagingKey, ...webhooks },
    env: {
      ...{ KEY: "$(PAGER_KEY)", HTTPS_PROXY: `http://u:p@${proxy.address.host}` },
      ...Object.fromEntries(Object.keys(webhooks).map((name) => [name, `$(${name})`])),
    },
    violations: pages.violations,
    open: () => [...pages.open.values()],
    close: () => Promise.all([pages, proxy, first, second, guest].map((one) => one.close())),
  };
}

/** How a target is while it takes nothing; a reply that is lost may have taken effect. */
export const outages: readonly Reply[] = [{ status: 503 }, { status: 400 }, { ending: "reset" }];
