import type { Availability } from "../../shared/registrar/registrar";
import { pluralize } from "../../shared/text/pluralize";
import { credentialAdvice } from "./inputs/credential";
import { readRecord } from "./record";
import { renderPrice } from "./registration/price";
import { renderDates, renderHeadline } from "./render/lifecycle";
import type { SetupOf } from "./setup";
import type { ActionEnd, Step } from "./step";

/**
 * Prints what the domain's public record says about its release, and checks once whether the domain is available.
 * Without a credential, only the record is read.
 */
export async function checkAvailability(setup: SetupOf<"check">, step: Step): Promise<ActionEnd> {
  const { agent, clock, cancelled, registrar, recorder } = step;
  const { domain, checkType, traits } = setup;
  const record = await readRecord(setup, step, setup.given);
  const dates = renderDates(domain, record, clock.now());
  for (const line of dates) agent.print(line);
  if (!setup.hasAccess) {
    const headline =
      renderHeadline(domain, record, clock.now()) ?? `Nothing is known about the release of ${domain}.`;
    const message = `${headline}\nTo ask a registrar for availability and price, ${credentialAdvice(agent, traits.name)}.`;
    return {
      outcome: "notChecked",
      respondedAt: clock.now(),
      dates,
      result: "Succeeded",
      message,
      exitCode: 0,
    };
  }
  const { availability } = await registrar.availability({
    domain,
    checkType,
    purpose: "other",
    retry: "reads",
    signal: cancelled,
  });
  const respondedAt = clock.now();
  recorder.check(availability);
  if (availability.price !== undefined && !traits.offersPeriod)
    agent.print(
      `This is the price of ${pluralize(availability.period ?? 1, "year")}. For more, \`register\` buys only if the registrar ` +
        "gives a price for all years, or with `maxPrice: any`.",
    );
  const said = availability.available
    ? `is available (${renderPrice(availability, traits.unit)})`
    : "is not available";
  const message = `${domain} ${said}.${renderDoubts(availability, setup)}`;
  const outcome = availability.available ? "available" : "notAvailable";
  return { outcome, availability, respondedAt, dates, result: "Succeeded", message, exitCode: 0 };
}

/** Renders why a response is not reliable (specification, "Reliability of answers"). Empty if it is. */
function renderDoubts(
  { available, definitive }: Availability,
  { checkType, environment }: SetupOf<"check">,
): string {
  if (environment === "test")
    return " This is the test environment, so it says nothing about the real domain.";
  if (definitive === undefined) return "";
  const oneInFive = available ? ", and about one in five such responses is wrong" : "";
  const doubts = [
    ...(checkType === "FAST" ? ["FAST checks can be wrong; check again with FULL"] : []),
    ...(definitive ? [] : [`the registrar itself is not sure${oneInFive}`]),
  ];
  return doubts.length === 0 ? "" : ` This is not certain: ${doubts.join(". Also, ")}.`;
}
