import type { Agent } from "../../shared/agent/agent";
import type { Outcome } from "../../shared/agent/task";
import type { Registrar } from "../../shared/registrar/client";
import { concluded } from "./report/conclusion";
import { publish } from "./report/outcome";
import { requestBody } from "./request/parse";
import type { Setup } from "./setup";

/** Has the registrar validate the request, which has passed the checks here. Nothing is bought. */
export async function validate(
  setup: Extract<Setup, { action: "validate" }>,
  registrar: Registrar,
  agent: Agent,
  now: number,
  cancelled: AbortSignal,
): Promise<Outcome> {
  const { domain, request } = setup;
  agent.print("The request is well-formed. The registrar may take a minute to validate it.");
  const verdict = await registrar.validate(requestBody(request, now), cancelled);
  if (verdict.kind === "unclear")
    throw new Error(`The registrar could not validate the request. ${verdict.message}`);
  publish(agent, setup, concluded(verdict.kind === "invalid" ? "invalid" : "valid"));
  if (verdict.kind === "invalid")
    return {
      result: "Failed",
      message: `The request for ${domain} is invalid. ${verdict.message}`,
      exitCode: 1,
    };
  const yet = verdict.kind === "unavailable" ? "; the domain itself is not available yet" : "";
  return { result: "Succeeded", message: `The request for ${domain} is valid${yet}.`, exitCode: 0 };
}
