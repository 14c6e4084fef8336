import { wishAt } from "./request/request";
import type { SetupOf } from "./setup";
import type { ActionEnd, Step } from "./step";

export async function validateRequest(
  { domain, request }: SetupOf<"validate">,
  { agent, clock, cancelled, registrar }: Step,
): Promise<ActionEnd> {
  agent.print("The request is well-formed. The registrar may take a minute to validate it.");
  const response = await registrar.validate(wishAt(request, clock.now()), cancelled);
  if (response.kind === "unclear")
    throw new Error(`The registrar could not validate the request. ${response.message}`);
  if (response.kind === "invalid") {
    const message = `The request for ${domain} is invalid. ${response.message}`;
    return { outcome: "invalid", result: "Failed", message, exitCode: 1 };
  }
  const message =
    response.kind === "valid"
      ? `The request for ${domain} is valid.`
      : `The registrar found nothing wrong with the request for ${domain}, but it may not validate everything ` +
        "while the domain is not available.";
  return { outcome: "valid", result: "Succeeded", message, exitCode: 0 };
}
