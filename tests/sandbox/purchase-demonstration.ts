import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decimalOf } from "../../shared/registrar/money";
import type { RegistrarName } from "../../shared/registrar/registrar";
import { registrars } from "../../shared/registrar/registrars";
import type { SandboxAgent, Step, StepResult } from "./agent";
import { demonstrateRegister } from "./demonstration";
import { canaryToken, startGodaddyV3 } from "./godaddy-v3";
import type { LoopbackServer } from "./loopback";
import { porkbunKeys, startPorkbun } from "./porkbun";
import type { Charge } from "./registrar-engine";

/** A purchase that was shown, at one registrar. */
export interface PurchaseDemonstration {
  step: StepResult;
  service: URL;
  /** A sentence about the simulated service. */
  story: string;
  /** A line for each amount that the account was charged. */
  charges: string[];
}

const domain = "soon-released.org";
const released = (_: number, checks: number) => checks >= 4;

const demonstrations: Record<
  RegistrarName,
  (agent: SandboxAgent) => Promise<Omit<PurchaseDemonstration, "charges"> & { charges: Charge[] }>
> = {
  async godaddy(agent) {
    const domains = [{ name: domain, released, falsePositives: 2 }];
    const shown = await demonstrateRegister(
      agent,
      { domains, validateMilliseconds: 2000 },
      { domain, pollSeconds: "1.5" },
    );
    return { ...shown, story: claimsTwice };
  },

  godaddyV3: (agent) =>
    buy(agent, {
      start: (now) => startGodaddyV3({ domains: [{ name: domain, released, falsePositives: 2 }], now }),
      step: { env: { REGISTRAR_TOKEN: "$(TOKEN)" }, secrets: { TOKEN: canaryToken } },
      inputs: { registrar: "godaddyV3", requestFile: "acceptance.json" },
      story: claimsTwice,
    }),

  porkbun: (agent) =>
    buy(agent, {
      start: (now) => startPorkbun({ domains: [{ name: domain, released }], now }),
      step: {
        env: { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" },
        secrets: { KEY: porkbunKeys.production.key, SECRET: porkbunKeys.production.secret },
      },
      inputs: { registrar: "porkbun" },
      story: "It allows one check in ten seconds, and the task has to keep to that.",
    }),
};

const claimsTwice = "It first claims twice that the domain is free, and the task has to survive that.";

/** Has the packaged task buy a domain that is about to be released, at a simulated registrar of this name. */
export async function demonstratePurchase(
  agent: SandboxAgent,
  registrar: RegistrarName,
): Promise<PurchaseDemonstration> {
  const shown = await demonstrations[registrar](agent);
  const { unit } = registrars[registrar].traits(true);
  return {
    ...shown,
    charges: shown.charges.map(
      ({ total }) =>
        `The simulated account was charged ${decimalOf(total, unit.decimals("USD"))} USD for ${domain}.`,
    ),
  };
}

interface Offer {
  start: (now: () => number) => Promise<LoopbackServer & { base: URL; charges: Charge[] }>;
  step: Pick<Step, "env" | "secrets">;
  inputs: Record<string, string>;
  story: string;
}

/** The task's clock jumps over its waits, and the service goes by the same clock. */
async function buy(agent: SandboxAgent, { start, step, inputs, story }: Offer) {
  const folder = mkdtempSync(join(agent.sourcesFolder, "..", "purchase-"));
  const clockShownIn = join(folder, "clock");
  const clockStartsAt = Date.now();
  writeFileSync(clockShownIn, String(clockStartsAt));
  writeFileSync(
    join(agent.sourcesFolder, "acceptance.json"),
    JSON.stringify({ period: 1, consent: { agreementKeys: ["API_DPA"] } }),
  );
  const server = await start(() => Number(readFileSync(clockShownIn, "utf8")));
  try {
    const result = await agent.run({
      task: "DomainRegister",
      inputs: {
        ...{ action: "register", domain },
        apiUrl: server.base.href,
        maxPrice: "12.00 USD",
        receiptFolder: join(folder, "receipts"),
        pace: "steady",
        ...inputs,
      },
      clockStartsAt,
      clockShownIn,
      ...step,
    });
    return { step: result, service: server.base, charges: server.charges, story };
  } finally {
    await server.close();
  }
}
