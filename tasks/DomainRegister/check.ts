import type { Outcome, TaskContext } from "../../shared/agent/task";
import type { Availability, CheckType, Registrar } from "../../shared/registrar/registrar";
import { renderPrice } from "./registration/price";
import { renderLifecycle } from "./report/lifecycle";
import { publish } from "./report/publish";
import type { Recorder } from "./report/recorder";
import { reportWithoutCheck } from "./report/run-report";
import type { CheckSetup } from "./setup";

/** Checks once whether the domain is available, and prints what its public record says about its release. */
export async function checkAvailability(
  setup: CheckSetup,
  registrar: Registrar,
  { agent, clock, cancelled }: TaskContext,
  recorder: Recorder,
): Promise<Outcome> {
  const { domain, checkType, expiration, statuses, traits } = setup;
  const dates = renderLifecycle(expiration, statuses, clock.now());
  for (const line of dates) agent.print(line);
  const { availability } = await registrar.availability(domain, checkType, "other", "reads", cancelled);
  const outcome = availability.available ? "available" : "notAvailable";
  recorder.check(availability);
  recorder.outcome(outcome);
  publish(agent, setup, {
    ...reportWithoutCheck(outcome),
    availability,
    respondedAt: clock.now(),
    checks: 1,
    dates,
  });
  const said = availability.available
    ? `is available (${renderPrice(availability, traits.unit)})`
    : "is not available";
  const message = `${domain} ${said}.${renderDoubts(availability, checkType, traits.saysDefinitive)}`;
  return { result: "Succeeded", message, exitCode: 0 };
}

/** Renders why a response is not reliable (specification, "Reliability of answers"). Empty if it is. */
function renderDoubts(
  { available, definitive }: Availability,
  checkType: CheckType,
  saysDefinitive: boolean,
): string {
  const doubts = [
    ...(checkType === "FAST" && saysDefinitive ? ["FAST checks can be wrong; check again with FULL"] : []),
    ...(definitive || !saysDefinitive
      ? []
      : [
          `the response is not definitive${available ? ", and about one in five such responses is wrong" : ""}`,
        ]),
  ];
  return doubts.length === 0 ? "" : ` This is not certain: ${doubts.join(". Also, ")}.`;
}
