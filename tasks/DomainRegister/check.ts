import type { Agent } from "../../shared/agent/agent";
import type { Outcome } from "../../shared/agent/task";
import type { Clock } from "../../shared/clock";
import type { CheckType, Registrar } from "../../shared/registrar/client";
import type { Availability } from "../../shared/registrar/records";
import { describePrice } from "./registration/price";
import { concluded } from "./report/conclusion";
import { describeLifecycle } from "./report/lifecycle";
import { publish } from "./report/outcome";
import type { Setup } from "./setup";

/** Asks once whether the domain is available, and says what its public record tells of its release. */
export async function check(
  setup: Extract<Setup, { action: "check" }>,
  registrar: Registrar,
  agent: Agent,
  clock: Clock,
  cancelled: AbortSignal,
): Promise<Outcome> {
  const { domain, checkType, expiration, statuses } = setup;
  const dates = describeLifecycle(expiration, statuses, clock.now());
  for (const line of dates) agent.print(line);
  const { availability: answer } = await registrar.availability(
    domain,
    checkType,
    "other",
    "reads",
    cancelled,
  );
  const outcome = answer.available ? "available" : "notAvailable";
  publish(agent, setup, { ...concluded(outcome), answer, answeredAt: clock.now(), checks: 1, dates });
  const doubts = doubtsAbout(answer, checkType);
  const said = answer.available ? `is available, ${describePrice(answer)}` : "is not available";
  return { result: "Succeeded", message: `${domain} ${said}.${doubts}`, exitCode: 0 };
}

/** Why an answer is not to be relied on (specification, "Reliability of answers"). */
function doubtsAbout({ available, definitive }: Availability, checkType: CheckType): string {
  const doubts = [
    ...(checkType === "FAST" ? ["a FAST check can be wrong"] : []),
    ...(definitive
      ? []
      : [`the answer is not definitive${available ? ", and such a one is often wrong" : ""}`]),
  ];
  return doubts.length === 0 ? "" : ` This is not certain: ${doubts.join("; ")}.`;
}
