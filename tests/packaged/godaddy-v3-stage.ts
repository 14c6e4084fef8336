import { canaryToken, type SandboxGodaddyV3, startGodaddyV3 } from "../sandbox/godaddy-v3";
import type { GodaddyV3Options } from "../sandbox/godaddy-v3-state";
import type { ReceivedRequest } from "../sandbox/loopback";
import type { SandboxDomain } from "../sandbox/registrar-engine";
import { domain } from "./register-stage";
import { type Access, type KeyedStage, withService } from "./registrars-stage";
import { useAgent } from "./use-agent";

export const isQuote = ({ path }: ReceivedRequest) => path.endsWith("/registration-quotes");
export const isPurchase = ({ path, method }: ReceivedRequest) =>
  method === "POST" && path.endsWith("/registrations");

/** What a person writes into the request file: everything else is the account's. */
export const acceptance = {
  period: 1,
  consent: { agreementKeys: ["API_DPA"], agreedBy: "203.0.113.7" },
};

/** What a test changes of GoDaddy v3. By default, the domain is released at the third check. */
export interface GodaddyV3Changes {
  service?: Partial<GodaddyV3Options>;
  maxCents?: number;
  /** The service's time, from the task's. */
  serviceTime?: (taskTime: number) => number;
}

/** A domain that is released at the given check. */
export const releasedAt = (check: number, more: Partial<SandboxDomain> = {}) => ({
  domains: [{ name: domain, released: (_: number, checks: number) => checks >= check, ...more }],
});

/** Installs an agent for every test of the `describe` that calls this, and sets stages with GoDaddy v3 for it. */
export function useGodaddyV3() {
  const agent = useAgent();
  const access = ({ service, serviceTime = (time) => time }: GodaddyV3Changes): Access<SandboxGodaddyV3> => ({
    start: (now) => startGodaddyV3({ ...releasedAt(3), now: () => serviceTime(now()), ...service }),
    isPurchase,
    inputs: { registrar: "godaddyV3" },
    request: acceptance,
    env: { REGISTRAR_TOKEN: "$(TOKEN)" },
    secrets: { TOKEN: canaryToken },
    receiptOnly: ({ quoteTokens }) => quoteTokens,
  });
  return <T>(changes: GodaddyV3Changes, act: (stage: KeyedStage<SandboxGodaddyV3>) => Promise<T>) =>
    withService(agent(), access(changes), act, changes.maxCents);
}
