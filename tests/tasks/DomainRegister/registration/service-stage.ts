import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { createRateBudget } from "../../../../shared/registrar/rate-budget";
import { registrars } from "../../../../shared/registrar/registrars";
import type { RegistrarCredential } from "../../../../shared/registrar/requests";
import { accountOf } from "../../../../tasks/DomainRegister/inputs/credential";
import { openReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import { register } from "../../../../tasks/DomainRegister/registration/register";
import type { End } from "../../../../tasks/DomainRegister/registration/state";
import type { RegistrationRequest } from "../../../../tasks/DomainRegister/request/request";
import {
  type CredentialName,
  prices,
  type RegistrarName,
  startTestedRegistrar,
  type TestedRegistrar,
} from "../../../campaign/register-service";
import { noNetworkSettings } from "../../../memory-agent";
import { sanitize } from "../../../sanitize";
import { testClock } from "../../../test-clock";
import { domain, goodRequest } from "../samples";
import { contextWith, now } from "./context-stage";

/** Deadlines and limits, which only their own tests let pass. All other timers are pauses. */
const deadlines = [10_000, 20_000, 60_000, 300_000];

/** Starts a registrar that sells the domain, without limits of requests. */
export function startSeller(name: RegistrarName): Promise<TestedRegistrar> {
  return startTestedRegistrar(name, {
    domain: { name: domain, price: prices[name], released: () => true },
    now: () => now,
    godaddy: {},
    godaddyV3: {},
    porkbun: { isPremium: false, checkLimit: { limit: 1000, TTL: 10 }, createSeconds: 0 },
  });
}

export const receiptsIn = (folder: string) => openReceiptFile(folder, domain, "production", sanitize);

/** Registers the domain with the real client of a registrar on loopback. Steps with the same folder share a receipt. */
export async function registerAt(
  service: TestedRegistrar,
  credentialName: CredentialName,
  receiptFolder: string,
): Promise<End> {
  const { name } = service;
  const { TOKEN: token = "", KEY: key = "", SECRET: secret = "" } = service.secretsOf(credentialName);
  const credential: RegistrarCredential =
    name === "godaddyV3" ? { kind: "token", token } : { kind: "keyAndSecret", key, secret };
  const clock = testClock({ startsAt: now, passes: (pause) => !deadlines.includes(pause) });
  const { create, traits } = registrars[name];
  const registrar = create(
    {
      ...{ baseUrl: service.baseOf(false), credential, credentialAdvice: "", clock },
      ...{ network: noNetworkSettings, budget: createRateBudget(1000, clock) },
    },
    traits(true),
  );
  mkdirSync(receiptFolder, { recursive: true });
  const limit = { unit: registrar.traits.unit, maxPrice: undefined, currency: undefined, period: 1 };
  const { end } = await register(
    contextWith(receiptsIn(receiptFolder), {
      ...{ clock, account: accountOf(credential), service: service.baseOf(false).href },
      createKey: randomUUID,
      request: name === "godaddy" ? goodRequest() : accountRequest,
      wanted: { pollSeconds: 1, waitMinutes: 0.1, limit },
      registrar: { ...registrar, validate: async () => ({ kind: "valid" }) },
    }),
  );
  registrar.dispose();
  return end;
}

const accountRequest: RegistrationRequest = {
  ...{ kind: "account", domain, period: 1, agreementKeys: ["API_DPA"], acknowledgedFees: [] },
  agreedAt: undefined,
};
