import type { Step } from "../sandbox/agent";
import type { ReceivedRequest } from "../sandbox/loopback";
import { type PorkbunOptions, porkbunKeys, type SandboxPorkbun, startPorkbun } from "../sandbox/porkbun";
import { domain } from "./register-stage";
import { type Access, type KeyedStage, withService } from "./registrars-stage";
import { useAgent } from "./use-agent";

const isCreation = ({ path }: ReceivedRequest) => path.includes("/domain/create/");
const isDryRunCall = (request: ReceivedRequest) => isCreation(request) && /"dryRun":true/.test(request.body);
export const isPurchase = (request: ReceivedRequest) => isCreation(request) && !isDryRunCall(request);
export const isCheck = ({ path }: ReceivedRequest) => path.includes("/domain/checkDomain/");

/** What a test changes of Porkbun. By default, the domain is released at the third check. */
export interface PorkbunChanges {
  service?: Partial<PorkbunOptions>;
  maxCents?: number;
}

/** A domain that is released at the given check. */
export const releasedAt = (check: number, more: Partial<PorkbunOptions["domains"][number]> = {}) => ({
  domains: [{ name: domain, released: (_: number, checks: number) => checks >= check, ...more }],
});

/** The credential of an environment, as a step gives it. */
export function credentialOf(environment: "production" | "test"): Pick<Step, "secrets"> {
  const { key, secret } = porkbunKeys[environment];
  return { secrets: { KEY: key, SECRET: secret } };
}

/** Installs an agent for every test of the `describe` that calls this, and sets stages with Porkbun for it. */
export function usePorkbun() {
  const agent = useAgent();
  const access = (service: Partial<PorkbunOptions>): Access<SandboxPorkbun> => ({
    start: (now) => startPorkbun({ ...releasedAt(3), now, ...service }),
    isPurchase,
    inputs: { registrar: "porkbun" },
    request: undefined,
    env: { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" },
    secrets: { KEY: porkbunKeys.production.key, SECRET: porkbunKeys.production.secret },
    receiptOnly: () => [],
  });
  return <T>(
    { service = {}, maxCents }: PorkbunChanges,
    act: (stage: KeyedStage<SandboxPorkbun>) => Promise<T>,
  ) => withService(agent(), access(service), act, maxCents);
}
