import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type KeyedService, member, prices, startKeyedService } from "../campaign/keyed-service";
import { domain as name, now } from "../packaged/register-stage";
import { filesIn, type SandboxAgent, type Step, type StepResult } from "../sandbox/agent";
import { leaks } from "../sandbox/leaks";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import type { Manner } from "./play";
import type { FaultStage } from "./stage";
import { faultOf, stepOf } from "./step";
import type { Cell } from "./table";

const consent = { agreementKeys: ["API_DPA"] };

/**
 * Plays a cell of a registrar whose purchases have keys. If its outcome is unknown, a second run without the
 * fault has to settle it, without a second charge.
 */
export async function playKeyed(
  cell: Cell,
  agent: SandboxAgent,
  stage: FaultStage,
  { debug, connected }: Manner,
): Promise<StepResult> {
  const { registrar = "porkbun", validates = false } = cell.endpoint;
  const domain = {
    name,
    price: prices[registrar],
    released: (_: number, checks: number) => checks >= (validates ? 1 : 3),
  };
  const service = await startKeyedService(registrar, {
    domain,
    now: () => now,
    godaddyV3: {},
    porkbun: { isPremium: false, createSeconds: 0, checkLimit: { limit: 1, TTL: 0 } },
  });
  const receiptFolder = mkdtempSync(join(agent.sourcesFolder, "..", "receipts-"));
  writeFileSync(
    join(agent.sourcesFolder, "keyed.json"),
    JSON.stringify({ domain: name, period: 1, consent }),
  );
  const run = async (more: Partial<Step>) => {
    const result = await agent.run(inputsOf(service, receiptFolder, validates, connected, more));
    const filesLeft = new Map([...result.filesLeft].filter(([file]) => file !== "keyed.json"));
    const receipts = Object.fromEntries(filesIn(receiptFolder));
    assert.deepEqual(leaks({ ...result, filesLeft }, ["canary"], receipts), []);
    return result;
  };
  try {
    arrange(cell, service, stage);
    const step = await run(stepOf(cell, stage, debug));
    const outcome = step.outputs["outcome"] ?? "";
    const isOpen = judgePurchases(cell, service, outcome, receiptFolder);
    if (isOpen) {
      service.server.faults.length = 0;
      const later = await run({});
      assert.match(later.outputs["outcome"] ?? "", /^(registered|alreadyOwned)$/, later.log.join("\n"));
      assert.equal(service.charges.length, 1);
    }
    assert.deepEqual(service.violations, []);
    return step;
  } finally {
    await service.server.close();
    rmSync(receiptFolder, { recursive: true });
  }
}

/** Puts the fault in the way. A purchase that meets it takes effect only if the endpoint says so. */
function arrange({ endpoint, ...cell }: Cell, service: KeyedService, stage: FaultStage): void {
  const { afterEffect = false, validates = false } = endpoint;
  const isPurchase = (request: ReceivedRequest) => !validates && service.kindOf(request) === "purchase";
  for (const fault of faultOf({ endpoint, ...cell }, stage))
    service.server.faults.push({
      ...fault,
      // The purchase that took effect is sent again, and then the service is well.
      ...(afterEffect && endpoint.name.includes("purchase that") ? { times: 1 } : {}),
      reply(request, healthy) {
        const good =
          isPurchase(request) && !afterEffect
            ? service.pretendedSuccess()
            : goodReply(service, request, healthy);
        return fault.reply(request, () => good);
      },
    });
  if (endpoint.name.includes("owned domain"))
    service.server.faults.push({
      when: (request) => service.kindOf(request) === "owned",
      reply: (request, healthy) => goodReply(service, request, healthy),
    });

  function goodReply(from: KeyedService, request: ReceivedRequest, healthy: () => Reply): Reply {
    if (from.kindOf(request) !== "owned" || afterEffect) return healthy();
    const record = { domain: name, status: "ACTIVE" };
    return json(from.name === "porkbun" ? { status: "SUCCESS", domain: record } : record);
  }
}

/** Judges what was sent and what the receipt says of it. Returns whether the purchase is still open. */
function judgePurchases({ endpoint }: Cell, service: KeyedService, outcome: string, folder: string): boolean {
  if (endpoint.validates) {
    assert.deepEqual(service.charges, [], "a dry run bought");
    return false;
  }
  const isOpen = outcome === "unknown";
  const sent = service.server.requests.filter((request) => service.kindOf(request) === "purchase");
  const keys = new Set(sent.map(({ headers }) => headers["idempotency-key"]));
  if (outcome !== "") assert.ok(keys.size <= 1, "a second key");
  if (isOpen || outcome === "registered")
    assert.equal(new Set(sent.map(({ body }) => body)).size, 1, "another body");
  if (!isOpen) assert.equal(service.charges.length, outcome === "registered" ? 1 : 0);
  const [file] = readdirSync(folder).filter((entry) => entry.endsWith(".receipt.json"));
  if (file === undefined) return isOpen;
  const attempts = member(JSON.parse(readFileSync(join(folder, file), "utf8")), "attempts");
  const noted = { registered: "registered", unknown: "unknown" }[outcome] ?? "notBought";
  assert.equal(
    member(Array.isArray(attempts) ? attempts.at(-1) : {}, "outcome"),
    noted,
    "the receipt says something else",
  );
  return isOpen;
}

function inputsOf(
  service: KeyedService,
  receiptFolder: string,
  validates: boolean,
  connected: boolean,
  more: Partial<Step>,
): Step {
  const isPorkbun = service.name === "porkbun";
  const connection = {
    type: "pipelinekeeperregistrar",
    url: service.baseOf(false).href,
    scheme: isPorkbun ? ("UsernamePassword" as const) : ("Token" as const),
    parameters: service.parametersOf("first"),
    data: { registrar: "own" },
  };
  const env: Record<string, string> = isPorkbun
    ? { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" }
    : { REGISTRAR_TOKEN: "$(TOKEN)" };
  const cents = prices[service.name];
  return {
    task: "DomainRegister",
    inputs: {
      ...{
        action: validates ? "validate" : "register",
        domain: name,
        registrar: service.name,
        receiptFolder,
      },
      ...{
        waitMinutes: "6",
        pace: "steady",
        maxPrice: `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")} USD`,
      },
      ...(isPorkbun ? {} : { requestFile: "keyed.json" }),
      ...(connected ? { registrarConnection: "registrar" } : { apiUrl: service.baseOf(false).href }),
    },
    clockStartsAt: now,
    secrets: service.secretsOf("first"),
    ...(connected ? { connections: { registrar: connection } } : { env }),
    ...more,
  };
}
