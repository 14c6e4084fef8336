import type { Agent } from "../../../../shared/agent/agent";
import type { TaskContext } from "../../../../shared/agent/task";
import { messageOf } from "../../../../shared/errors";
import type { Pager } from "../../../../shared/paging/delivery";
import type { Alert } from "../../../../shared/paging/service";
import { fingerprint } from "../../config/fingerprint";
import type { Config } from "../../config/parse";
import { projectFingerprint } from "../../issue/ledger";
import type { TestResult } from "../../targets/channel";

/** Opens an alert and resolves it. Throws only if it is cancelled. `name` is the service's. */
export async function tryPager(
  { name, pager }: { name: string; pager: Pick<Pager, "open" | "close"> },
  config: Config,
  ownRun: URL | undefined,
  { agent, clock, cancelled }: TaskContext,
): Promise<TestResult> {
  const alert = testAlert(config, ownRun, agent, clock.now());
  let failed = `${name} did not accept the test alert.`;
  try {
    await pager.open(alert, cancelled);
    failed = `${name} accepted the test alert, but did not resolve it. Resolve it by hand.`;
    await pager.close(alert.key, cancelled);
    return { result: "Succeeded", text: `${name} accepted the test alert, and resolved it.` };
  } catch (failure) {
    cancelled.throwIfAborted();
    return { result: "Failed", text: `${failed} ${messageOf(failure)}` };
  }
}

/** It has one key for each project, so the next test also resolves what an earlier one left open. */
function testAlert(
  config: Config,
  run: URL | undefined,
  { sanitize }: Pick<Agent, "sanitize">,
  at: number,
): Alert {
  return {
    key: fingerprint(["test alert", projectFingerprint(config)]),
    title: sanitize("Test alert from Pipeline Monitor, which resolves it at once"),
    severity: "info",
    at,
    source: sanitize(config.projectName),
    details: { problem: sanitize("None. This alert tests the connection to the paging service.") },
    links: run === undefined ? [] : [{ label: "Run", href: sanitize(run.href) }],
  };
}
