import { lookUp, type Seen } from "../../shared/rdap/client";
import type { Availability, CheckType } from "../../shared/registrar/registrar";
import { renderPrice } from "./registration/price";
import { renderLifecycle } from "./render/lifecycle";
import type { SetupOf } from "./setup";
import type { ActionEnd, Step } from "./step";

/** Checks once whether the domain is available, and prints what its public record says about its release. */
export async function checkAvailability(setup: SetupOf<"check">, step: Step): Promise<ActionEnd> {
  const { agent, clock, cancelled, registrar, recorder } = step;
  const { domain, checkType, traits } = setup;
  const record = await readRecord(setup, step);
  recorder.record(record);
  const dates =
    record === "absent"
      ? ["The registry has no record of the domain."]
      : renderLifecycle(domain, record, clock.now());
  for (const line of dates) agent.print(line);
  const { availability } = await registrar.availability({
    ...{ domain, checkType, purpose: "other", retry: "reads" },
    signal: cancelled,
  });
  const respondedAt = clock.now();
  recorder.check(availability);
  const said = availability.available
    ? `is available (${renderPrice(availability, traits.unit)})`
    : "is not available";
  const message = `${domain} ${said}.${renderDoubts(availability, checkType, traits.saysDefinitive)}`;
  const outcome = availability.available ? "available" : "notAvailable";
  return { outcome, availability, respondedAt, dates, result: "Succeeded", message, exitCode: 0 };
}

/** The inputs take precedence over the public record, and together replace it. */
async function readRecord({ domain, given, rdapUrl }: SetupOf<"check">, step: Step): Promise<Seen> {
  const { expiresAt, statuses } = given;
  if (expiresAt !== undefined && statuses.length > 0) return given;
  const { seen, problem } = await lookUp(domain, step, rdapUrl);
  if (seen === undefined) step.agent.warn(`Could not read the public record. ${problem}`);
  if (seen === undefined || seen === "absent")
    return seen === "absent" && expiresAt === undefined && statuses.length === 0 ? seen : given;
  return {
    expiresAt: expiresAt ?? seen.expiresAt,
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
  if (!saysDefinitive) return "";
  const oneInFive = available ? ", and about one in five such responses is wrong" : "";
  const doubts = [
    ...(checkType === "FAST" ? ["FAST checks can be wrong; check again with FULL"] : []),
    ...(definitive ? [] : [`the response is not definitive${oneInFive}`]),
  ];
  return doubts.length === 0 ? "" : ` This is not certain: ${doubts.join(". Also, ")}.`;
}
