import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Attempt, renderReceipt } from "../../tasks/DomainRegister/registration/receipt";
import { type FaultName, faults } from "../faults/faults";
import type { Elsewhere } from "../faults/service-fault";
import {
  byConnection,
  domain,
  exampleRequest,
  isAvailability,
  isOwnership,
  isPurchase,
  isValidate,
  price,
  type RegisterStage,
  type RegisterStageOptions,
  releasedAtCheck,
  withRegistrar,
} from "../packaged/register-stage";
import type { SandboxAgent, StepResult } from "../sandbox/agent";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { keys, type SandboxRegistrar, secondKey } from "../sandbox/registrar";
import type { Happening } from "../sandbox/registrar-engine";
import { type AgentScript, type RegisterScript, surelyNotBought } from "./register-script";
import { passing, striking } from "./weather";

/** One run of the step, as it ended and as the service saw it. */
export interface RegisterStep {
  script: AgentScript;
  /** The credential by which the service knows it. */
  by: string;
  /** Whether the account was charged for it. */
  bought: boolean;
  /** Its own answers and purchases, in order. */
  happenings: Happening[];
  result: StepResult;
}

/** What is to be judged when all is over. */
export interface PlayedRegistration {
  script: RegisterScript;
  steps: RegisterStep[];
  registrar: SandboxRegistrar;
  /** For each purchase request that arrived, in order, whether its answer left no doubt that nothing was bought. */
  denials: boolean[];
  receipt: Record<string, unknown> | undefined;
  /** Rights to buy that nobody gave back. */
  claims: string[];
}

const limits = { currency: "USD", waitMinutes: "5" };
const { production: firstKey } = keys;

/** Plays a script with the packaged task, and hands what came of it to the judge. */
export async function playRegistration(
  script: RegisterScript,
  agent: SandboxAgent,
  elsewhere: Elsewhere,
  judge: (played: PlayedRegistration) => void,
): Promise<void> {
  const odd = new Map(script.oddAnswers.map(({ check, answer }) => [check, answer]));
  const domains = [
    releasedAtCheck(script.releasedAt, {
      falsePositives: script.falsePositives,
      answer: (checks) => odd.get(checks) ?? {},
    }),
  ];
  const { ownership, ownedAs, listedAs, forgetsSales, years } = script;
  const options = {
    registrar: { domains, ownership, ownedAs, listedAs, forgetsSales },
    request: { ...Object(exampleRequest), period: years },
    inputs: { ...limits, maxPrice: String(price * years) },
  };
  await withRegistrar(agent, options, async (stage) => {
    const { registrar } = stage;
    const denials = misbehave(registrar, script, elsewhere);
    if (script.earlier !== "none") leaveReceipt(stage.receiptFolder, script.earlier);
    const steps: RegisterStep[] = [];
    for (const run of script.agents) {
      const second = { ...run, ending: "undisturbed" as const };
      const running = [
        runOnce(stage, options, run, elsewhere, firstKey),
        ...(run.companion ? [runOnce(stage, options, second, elsewhere, secondKey)] : []),
      ];
      steps.push(...(await Promise.all(running)));
    }
    const claims = readdirSync(stage.receiptFolder).filter((name) => name.endsWith(".buying"));
    judge({ script, steps, registrar, denials, receipt: stage.receipt(), claims });
  });
}

/** Leaves a receipt of before in the folder. */
function leaveReceipt(folder: string, earlier: RegisterScript["earlier"]): void {
  const outcome = earlier === "open elsewhere" ? "unknown" : "registered";
  const attempt: Attempt = {
    ...{ sentAt: "2026-11-01T00:00:00.000Z", service: "https://trial.example/", registrar: "godaddy" },
    ...{ account: "another", outcome, request: {}, availability: [], answers: [] },
  };
  const receipt = {
    ...{ domain: earlier === "another domain" ? "other.org" : domain, environment: "production" },
    attempts: [attempt],
  };
  writeFileSync(join(folder, `${domain}.production.receipt.json`), renderReceipt(receipt));
}

async function runOnce(
  stage: RegisterStage,
  { inputs }: RegisterStageOptions,
  script: AgentScript,
  { closedPort }: Elsewhere,
  { key, secret }: { key: string; secret: string },
): Promise<RegisterStep> {
  const { requests, charges, history } = stage.registrar;
  const { ending, refusedConnections, dryRun, requireDefinitive, debug, connected } = script;
  const by = `sso-key ${key}:${secret}`;
  const chargesOfIt = () => charges.filter((charge) => charge.by === by).length;
  const chargesBefore = chargesOfIt();
  const happenedBefore = history.length;
  const until = requests.length + script.afterRequests;
  const isReached = () => requests.length >= until;
  const refused = { protocol: "http:" as const, hostname: "127.0.0.1", port: closedPort };
  const result = await stage.run({
    inputs: {
      ...inputs,
      dryRun: String(dryRun),
      requireDefinitive: String(requireDefinitive),
      ...(connected ? { registrarConnection: "registrar", apiUrl: "" } : {}),
    },
    step: {
      ...(connected
        ? byConnection(stage.registrar, "production", { parameters: { username: key, password: secret } })
        : { secrets: { KEY: key, SECRET: secret } }),
      detour: { path: "/purchase$", only: refusedConnections, ...refused },
      variables: { "System.Debug": String(debug) },
      ...(ending === "cancelled" ? { cancelWhen: isReached } : {}),
      ...(ending === "killed" ? { killWhen: isReached } : {}),
    },
  });
  const happenings = history.slice(happenedBefore).filter((happening) => happening.by === by);
  return { script, by, bought: chargesOfIt() > chargesBefore, happenings, result };
}

/** Makes the registrar behave as the script says; gives which purchase requests it denies beyond doubt. */
function misbehave(registrar: SandboxRegistrar, script: RegisterScript, elsewhere: Elsewhere): boolean[] {
  const denials: boolean[] = [];
  const left = [...script.purchases];
  let answers = 0;
  registrar.faults.push(
    {
      when: isPurchase,
      reply(request, healthy) {
        const fate = left.shift() ?? "healthy";
        const answer = fate === "healthy" || fate.effect ? healthy() : untaken(registrar, request);
        // The service refuses what is not available, and no fault makes a sale of that.
        if (fate === "healthy" || answer.status !== 200) {
          denials.push(answer.status !== 200);
          return answer;
        }
        denials.push("fault" in fate && surelyNotBought.includes(fate.fault));
        if ("odd" in fate) return json(fate.odd);
        return faults[fate.fault].reply?.(request, () => answer, elsewhere) ?? answer;
      },
    },
    striking(script.availability, isAvailability, elsewhere, (fault, request, answer) => {
      const { history } = registrar;
      const before = history.length;
      const reply = answer();
      if (harmless.includes(fault)) return reply;
      // Whatever the service meant, the agent has not understood it: a failed check.
      history.splice(before);
      history.push({ ...happening(request), kind: "notAvailable" });
      return reply;
    }),
    striking(script.validate, isValidate, elsewhere),
    striking(script.owned, isOwnership, elsewhere),
    {
      when: isAvailability,
      reply: (_, healthy) => ({
        ...passing(healthy(), script.passing[answers++ % Math.max(1, script.passing.length)]),
        ...(script.afterwards === undefined ? {} : { afterwards: script.afterwards }),
      }),
    },
  );
  return denials;
}

/** Faults of an availability answer that a client does not even notice, or that lead to another answer. */
const harmless: readonly FaultName[] = [
  "interim answers (100, 102, 103)",
  "byte-order mark",
  "301 to the same origin",
  "302 to the same origin",
  "302 in circles",
];

function happening({ headers }: ReceivedRequest): Omit<Happening, "kind"> {
  return { by: headers.authorization ?? "", domain, price, currency: "USD", period: 1, definitive: true };
}

/** What a purchase that took no effect would have been answered. */
function untaken(registrar: SandboxRegistrar, request: ReceivedRequest): Reply {
  registrar.history.push({ ...happening(request), kind: "purchase" });
  return json({ orderId: 1, itemCount: 1, total: price, currency: "USD" });
}
