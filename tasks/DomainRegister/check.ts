import type { Agent } from "../../shared/agent/agent";
import type { Outcome } from "../../shared/agent/task";
import type { Rdap } from "../../shared/rdap/client";
import type { Availability, CheckType } from "../../shared/registrar/registrar";
import { lookAt } from "./look";
import { renderPrice } from "./registration/price";
import type { Seen } from "./registration/watch";
import { renderLifecycle } from "./report/lifecycle";
import { publish } from "./report/publish";
import { reportWithoutCheck } from "./report/run-report";
import type { CheckSetup } from "./setup";
import type { Step } from "./step";

/** Checks once whether the domain is available, and prints what its public record says about its release. */
export async function checkAvailability(
  setup: CheckSetup,
  { agent, clock, cancelled, registrar, rdap, recorder }: Step,
): Promise<Outcome> {
  const { domain, checkType, traits } = setup;
  const record = await readRecord(setup, rdap, agent, cancelled);
  recorder.record(record);
  const dates = record === "absent" ? [noRecord] : renderLifecycle(domain, record, clock.now());
  for (const line of dates) agent.print(line);
  const { availability } = await registrar.availability({
    ...{ domain, checkType, purpose: "other", retry: "reads" },
    signal: cancelled,
  });
  const outcome = availability.available ? "available" : "notAvailable";
  recorder.check(availability);
  recorder.outcome(outcome);
  publish(agent, setup, {
    ...reportWithoutCheck(outcome),
    availability,
    respondedAt: clock.now(),
    checks: 1,
    dates,
    record,
  });
  const said = availability.available
    ? `is available (${renderPrice(availability, traits.unit)})`
    : "is not available";
  const message = `${domain} ${said}.${renderDoubts(availability, checkType, traits.saysDefinitive)}`;
  return { result: "Succeeded", message, exitCode: 0 };
}

const noRecord = "The registry has no record of the domain.";

/** Returns what the public record says. The inputs take precedence, and together replace it. */
async function readRecord(
  { domain, expiration, statuses }: CheckSetup,
  rdap: Rdap,
  agent: Agent,
  cancelled: AbortSignal,
): Promise<Seen> {
  const given = { expiresAt: expiration, changedAt: undefined, statuses };
  if (expiration !== undefined && statuses.length > 0) return given;
  const { seen, problem } = await lookAt(rdap, domain, cancelled);
  if (seen === undefined) agent.warn(`Could not read the public record. ${problem}`);
  if (seen === undefined || seen === "absent")
    return seen === "absent" && expiration === undefined && statuses.length === 0 ? seen : given;
  return {
    expiresAt: expiration ?? seen.expiresAt,
    changedAt: seen.changedAt,
    statuses: statuses.length > 0 ? statuses : seen.statuses,
  };
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
