import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../../sandbox/agent";
import { canaryToken } from "../../sandbox/godaddy-v3";
import type { Bench } from "../case";
import { measure } from "../measure";
import { registerProgram } from "../programs";
import type { Row } from "../report";
import type { FarFigures, FarScenario } from "../scenario";
import { withFarRegistrar } from "../service";
import { sampleOf } from "../statistics";

/** From Europe to a registrar in the west of the United States. */
const roundTripMilliseconds = 150;

/**
 * Domains bought one after the other over TLS from a registrar that is a round trip away. Each request that a response
 * allows should arrive one round trip after that response left.
 */
export async function farRace(bench: Bench): Promise<Row[]> {
  return [...(await raceAt("godaddy", bench)), ...(await raceAt("godaddyV3", bench))];
}

async function raceAt(registrar: FarScenario["registrar"], { agent, runs }: Bench): Promise<Row[]> {
  const domains = Array.from({ length: runs * 3 }, (_, index) => `${registrar.toLowerCase()}-${index}.org`);
  const scenario: FarScenario = { kind: "far", registrar, roundTripMilliseconds, domains };
  return withFarRegistrar(scenario, async ({ address, certificate, figures }) => {
    const caFile = join(agent.sourcesFolder, "far.pem");
    writeFileSync(caFile, certificate);
    writeFileSync(join(agent.sourcesFolder, "far.json"), JSON.stringify(acceptance));
    for (const domain of domains)
      await measure(registerProgram(agent, address, domain, stepAt(registrar, caFile)));
    return rowsOf(registrar, await figures());
  });
}

const acceptance = { period: 1, consent: { agreementKeys: ["API_DPA"], agreedBy: "203.0.113.7" } };

function stepAt(registrar: FarScenario["registrar"], caFile: string): Partial<Step> {
  const common = { registrar, pollSeconds: "1", waitMinutes: "3" };
  const variables = { "Agent.CAInfo": caFile };
  if (registrar === "godaddy") return { variables, inputs: common };
  const inputs = { ...common, requestFile: "far.json" };
  return { variables, inputs, env: { REGISTRAR_TOKEN: "$(TOKEN)" }, secrets: { TOKEN: canaryToken } };
}

function rowsOf(registrar: FarScenario["registrar"], { roundTripMilliseconds, requests }: FarFigures): Row[] {
  const domains = [...new Set(requests.map(({ domain }) => domain))].filter((domain) => domain !== "");
  /** The round trips between the last two of some requests for each domain. */
  const between = (earlier: RegExp, later: RegExp) =>
    domains.map((domain) => {
      const own = requests.filter((request) => request.domain === domain);
      const end = own.findLastIndex(({ line }) => later.test(line));
      const start = own.slice(0, end).findLast(({ line }) => earlier.test(line));
      return ((own[end]?.at ?? Number.NaN) - (start?.at ?? Number.NaN)) / roundTripMilliseconds;
    });
  const [check, quote, purchase] = [/availab/, /registration-quotes/, /POST .*\/(purchase|registrations)$/];
  const row = (measured: string, goal: Row["goal"], roundTrips: number[]): Row => {
    const { median, min, max } = sampleOf(roundTrips);
    return {
      case: `the race over TLS, ${registrar}`,
      measure: `round trips from the ${measured}`,
      ratio: median,
      goal,
      figures: `${min.toFixed(2)}–${max.toFixed(2)}, ${domains.length} domains, ${roundTripMilliseconds.toFixed(1)} ms each`,
      raw: { roundTripMilliseconds, roundTrips },
    };
  };
  const goal = { atMost: 1.2 };
  return [
    ...(registrar === "godaddy"
      ? [row("confirming response to the purchase", goal, between(check, purchase))]
      : [
          row("confirming response to the quote", goal, between(check, quote)),
          row("quote to the purchase", goal, between(quote, purchase)),
        ]),
    row(
      "first available response to the confirming check, over a new connection",
      "none",
      between(check, check),
    ),
  ];
}
