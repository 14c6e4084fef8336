import type { Agent } from "../../shared/agent/agent";
import { messageOf } from "../../shared/errors";
import { readOrigin } from "../../shared/report/origin";
import { findStageTimes, type StageTimes } from "./lifecycle/stages";
import type { Seen } from "./registration/watch";
import type { Recorder } from "./report/recorder";
import { nextStepAfter } from "./report/summary";
import type { DomainSetup } from "./setup";

/**
 * Attaches the report for the tab on the run's page. `message` is the message of the step's outcome. The
 * receipt is already published, and a report that cannot be created costs a warning only.
 */
export async function attachReport(
  agent: Agent,
  setup: DomainSetup,
  recorder: Recorder,
  message: string,
): Promise<void> {
  try {
    const { attach } = await import("./report-text.js");
    const recorded = recorder.recorded();
    const parts = {
      ...recorded,
      domain: setup.domain,
      environment: setup.environment,
      origin: readOrigin(agent),
      message,
      limit: setup.action === "register" ? setup.wanted.limit : undefined,
      stages: stagesIn(recorded.record),
      nextStep: nextStepAfter(recorded.outcome, recorded.resolvableUntil),
    };
    attach(parts, agent);
  } catch (error) {
    agent.warn(`Could not create the report for the run's page: ${messageOf(error)}`);
  }
}

function stagesIn(record: Seen | undefined): StageTimes[] {
  const expiresAt = record === undefined || record === "absent" ? undefined : record.expiresAt;
  return expiresAt === undefined ? [] : findStageTimes(expiresAt);
}
