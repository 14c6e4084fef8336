import type { Outcome } from "../../shared/agent/task";
import { publish } from "./report/publish";
import { reportWithoutCheck } from "./report/run-report";
import { wishAt } from "./request/request";
import type { ValidateSetup } from "./setup";
import type { Step } from "./step";

/** Has the registrar validate the request. Buys nothing. */
export async function validateRequest(
  setup: ValidateSetup,
  { agent, clock, cancelled, registrar, recorder }: Step,
): Promise<Outcome> {
  const { domain, request } = setup;
  agent.print("The request is well-formed. The registrar may take a minute to validate it.");
  const response = await registrar.validate(wishAt(request, clock.now()), cancelled);
  if (response.kind === "unclear")
    throw new Error(`The registrar could not validate the request. ${response.message}`);
  const outcome = response.kind === "invalid" ? "invalid" : "valid";
  recorder.outcome(outcome);
  publish(agent, setup, reportWithoutCheck(outcome));
  if (response.kind === "invalid")
    return {
      result: "Failed",
      message: `The request for ${domain} is invalid. ${response.message}`,
      exitCode: 1,
    };
  const message =
    response.kind === "valid"
      ? `The request for ${domain} is valid.`
      : `The registrar found nothing wrong with the request for ${domain}, but it may not validate everything ` +
        "while the domain is not available.";
  return { result: "Succeeded", message, exitCode: 0 };
}
