import { startGodaddyV3 } from "../sandbox/godaddy-v3";
import { makeIdentity } from "../sandbox/identity";
import { startRegistrar } from "../sandbox/registrar";
import { measureRoundTrip, startRelay } from "./relay";
import { type FarFigures, type FarScenario, machineMilliseconds } from "./scenario";

/** Serves a registrar over TLS behind a relay. Its domains are released at the second check. */
export async function serveFarRegistrar(scenario: FarScenario): Promise<void> {
  const { registrar, roundTripMilliseconds, domains } = scenario;
  const identity = await makeIdentity();
  const options = {
    identity,
    domains: domains.map((name) => ({ name, released: (_: number, checks: number) => checks >= 2 })),
  };
  const service = registrar === "godaddy" ? await startRegistrar(options) : await startGodaddyV3(options);
  const figures: FarFigures = {
    roundTripMilliseconds: await measureRoundTrip(roundTripMilliseconds),
    requests: [],
  };
  service.faults.push({
    // Only notes when each request arrives; the service answers within a millisecond.
    when({ method, target, body }) {
      const domain = domains.find((name) => `${target} ${body}`.includes(name)) ?? "";
      figures.requests.push({ domain, line: `${method} ${target}`, at: machineMilliseconds() });
      return false;
    },
    reply: {},
  });
  const base = "environments" in service ? service.environments.production.base : service.base;
  const address = new URL(base);
  address.port = String(await startRelay(Number(base.port), roundTripMilliseconds));
  process.on("message", () => process.send?.(figures));
  process.send?.({ address: address.href, webhook: "", certificate: identity.cert });
}
