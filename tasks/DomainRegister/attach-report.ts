import type { Agent } from "../../shared/agent/agent";
import { messageOf } from "../../shared/errors";
import { readOrigin } from "../../shared/report/origin";
import { findStageTimes } from "./report/lifecycle";
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
    const expiration = setup.action === "check" ? setup.expiration : undefined;
    const parts = {
      ...recorded,
      domain: setup.domain,
      environment: setup.environment,
      origin: readOrigin(agent),
      message,
      limit: setup.action === "register" ? setup.rules.limit : undefined,
      stages: expiration === undefined ? [] : findStageTimes(expiration),
      nextStep: nextStepAfter(recorded.outcome, setup.traits),
    };
    attach(parts, agent);
  } catch (error) {
    agent.warn(`Could not create the report for the run's page: ${messageOf(error)}`);
  }
}
