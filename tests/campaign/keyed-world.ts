import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Elsewhere } from "../faults/service-fault";
import { domain as name, now } from "../packaged/register-stage";
import { filesIn, type SandboxAgent, type Step, type StepResult } from "../sandbox/agent";
import { leaks } from "../sandbox/leaks";
import type { KeyedAgent, KeyedScript } from "./keyed-script";
import { type KeyedService, member, prices, startKeyedService } from "./keyed-service";
import { type TraceEvent, traceMisbehaviour } from "./keyed-trace";

/** One run of the step, as it ended. */
export interface KeyedStep {
  by: string;
  script: KeyedAgent;
  result: StepResult;
}

/** What is to be judged when all is over. */
export interface PlayedKeyed {
  script: KeyedScript;
  service: KeyedService;
  /** The most that may be charged, in cents. */
  cap: number;
  steps: KeyedStep[];
  /** The run after all weather, with nothing in its way; the lock of a crashed agent is removed before. */
  last: KeyedStep;
  trace: readonly TraceEvent[];
  /** The attempts in the receipt in the end. */
  attempts: readonly unknown[];
}

const dayMilliseconds = 24 * 3600 * 1000;
const calmAgent: KeyedAgent = {
  ...{ companion: false, ending: "undisturbed", afterRequests: 0, refusedConnections: [], dryRun: false },
  ...{ requireDefinitive: false, debug: false, connected: false },
};

/** Code that breaks the task from within, to prove that the judge notices. */
const sabotage = process.env["CAMPAIGN_SABOTAGE"];

/** Plays a script with the packaged task, and hands what came of it to the judge. */
export async function playKeyed(
  script: KeyedScript,
  agent: SandboxAgent,
  elsewhere: Elsewhere,
  judge: (played: PlayedKeyed) => void,
): Promise<void> {
  const receiptFolder = mkdtempSync(join(agent.sourcesFolder, "..", "receipts-"));
  const isPorkbun = script.registrar === "porkbun";
  const years = isPorkbun ? 1 : script.years;
  const fees =
    script.fee === "none" || isPorkbun ? [] : [{ type: "PREMIUM", fee: { currencyCode: "USD", value: 500 } }];
  const cap = prices[script.registrar] * years + fees.length * 500;
  let [time, run, isOver] = [now, 0, false];
  const domain = {
    name,
    price: prices[script.registrar],
    released: (_: number, checks: number) => checks >= script.releasedAt,
    answer: (checks: number) =>
      isOver
        ? {}
        : Object.assign(
            {},
            ...script.oddChecks.filter(({ check }) => check === checks).map(({ answer }) => answer),
          ),
  };
  const { polls, failsWith, ownership, ownedAs, forgetsSales, errorStatus } = script;
  const service = await startKeyedService(script.registrar, {
    domain,
    now: () => time,
    godaddyV3: { polls, ownership, ownedAs, forgetsSales, fees, ...(failsWith && { failsWith }) },
    porkbun: { ownedAs, errorStatus, isPremium: script.fee !== "none" },
  });
  const attempts = () => attemptsIn(receiptFolder);
  const trace = traceMisbehaviour({
    ...{ service, script, domain, elsewhere, attempts },
    pass(seconds) {
      time += seconds * 1000;
    },
    run: () => run,
    isOver: () => isOver,
  });
  const consent = {
    agreementKeys: ["API_DPA"],
    ...(script.fee === "accepted" && { acknowledgedFees: fees }),
  };
  writeFileSync(
    join(agent.sourcesFolder, "keyed.json"),
    JSON.stringify({ domain: name, period: years, consent }),
  );
  const runOnce = async (one: KeyedAgent, isSecond: boolean): Promise<KeyedStep> => {
    const result = await agent.run(
      stepOf(one, isSecond, { service, receiptFolder, elsewhere, cap, startsAt: time }),
    );
    const filesLeft = new Map([...result.filesLeft].filter(([file]) => file !== "keyed.json"));
    assert.deepEqual(
      leaks({ ...result, filesLeft }, ["canary"], Object.fromEntries(filesIn(receiptFolder))),
      [],
    );
    return { by: `${run}${isSecond ? "b" : "a"}`, script: one, result };
  };
  try {
    const steps: KeyedStep[] = [];
    for (const one of script.agents) {
      run++;
      const second = { ...one, ending: "undisturbed" as const };
      steps.push(
        ...(await Promise.all([runOnce(one, false), ...(one.companion ? [runOnce(second, true)] : [])])),
      );
      time += 15 * 60_000;
    }
    isOver = true;
    run++;
    if (script.isTooLate) time += dayMilliseconds;
    for (const file of readdirSync(receiptFolder).filter((lock) => lock.endsWith(".buying")))
      rmSync(join(receiptFolder, file));
    const last = await runOnce(calmAgent, false);
    assert.deepEqual(service.violations, []);
    judge({ script, service, cap, steps, last, trace, attempts: attempts() });
  } finally {
    await service.server.close();
    rmSync(receiptFolder, { recursive: true });
  }
}

function attemptsIn(folder: string): readonly unknown[] {
  const [file] = readdirSync(folder).filter((entry) => entry.endsWith(".receipt.json"));
  if (file === undefined) return [];
  const attempts = member(JSON.parse(readFileSync(join(folder, file), "utf8")), "attempts");
  return Array.isArray(attempts) ? attempts : [];
}

/** What a step goes by besides its own script. */
interface StepStage {
  service: KeyedService;
  receiptFolder: string;
  elsewhere: Elsewhere;
  cap: number;
  startsAt: number;
}

function stepOf(
  { ending, afterRequests, refusedConnections, dryRun, requireDefinitive, debug, connected }: KeyedAgent,
  isSecond: boolean,
  { service, receiptFolder, elsewhere: { closedPort }, cap, startsAt }: StepStage,
): Step {
  const { requests } = service.server;
  const until = requests.length + afterRequests;
  const isReached = () => requests.length >= until;
  const isPorkbun = service.name === "porkbun";
  const connection = {
    type: "pipelinekeeperregistrar",
    url: service.base.href,
    scheme: isPorkbun ? ("UsernamePassword" as const) : ("Token" as const),
    parameters: service.parametersOf(isSecond),
    data: { registrar: "own" },
  };
  const env: Record<string, string> = isPorkbun
    ? { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" }
    : { REGISTRAR_TOKEN: "$(TOKEN)" };
  return {
    task: "DomainRegister",
    inputs: {
      ...{ domain: name, registrar: service.name, receiptFolder, waitMinutes: "5", pace: "steady" },
      ...(isPorkbun ? {} : { requestFile: "keyed.json" }),
      maxPrice: `${Math.trunc(cap / 100)}.${String(cap % 100).padStart(2, "0")} USD`,
      dryRun: String(dryRun),
      requireDefinitive: String(requireDefinitive && !isPorkbun),
      ...(connected ? { registrarConnection: "registrar" } : { apiUrl: service.base.href }),
    },
    clockStartsAt: startsAt,
    secrets: service.secretsOf(isSecond),
    ...(connected ? { connections: { registrar: connection } } : { env }),
    detour: {
      ...{ path: "/(registrations|create/[^/]*)$", only: refusedConnections },
      ...{ protocol: "http:", hostname: "127.0.0.1", port: closedPort },
    },
    variables: { "System.Debug": String(debug) },
    ...(ending === "cancelled" ? { cancelWhen: isReached } : {}),
    ...(ending === "killed" ? { killWhen: isReached } : {}),
    ...(sabotage === undefined ? {} : { sabotage }),
  };
}
