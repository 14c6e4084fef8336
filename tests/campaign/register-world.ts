import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Elsewhere } from "../faults/service-fault";
import { domain as name, now, personal } from "../packaged/register-stage";
import { filesIn, type SandboxAgent } from "../sandbox/agent";
import { filledRequest } from "../sandbox/filled-request";
import { leaks } from "../sandbox/leaks";
import { json } from "../sandbox/loopback";
import { type RecordAt, startRdap } from "../sandbox/rdap";
import { editReceipt, type ReceiptEdit, readAttempts } from "./register-receipt";
import { hangIfSo, lyingRecord } from "./register-record";
import type { AgentScript, RegisterScript } from "./register-script";
import { type CredentialName, prices, startTestedRegistrar, type TestedRegistrar } from "./register-service";
import { feesOf, type RegisterStep, stepOf, wantedBy } from "./register-step";
import { type TraceEvent, traceMisbehaviour } from "./register-trace";

/** The attempts in the receipt before and after a run, and the credentials of its agents. */
export interface ReceiptChange {
  credentials: readonly CredentialName[];
  before: readonly unknown[];
  after: readonly unknown[];
}

export interface PlayedRegistration {
  script: RegisterScript;
  service: TestedRegistrar;
  steps: RegisterStep[];
  /** The run after all weather, with nothing in its way; the lock of a crashed agent is removed before. */
  last: RegisterStep;
  trace: readonly TraceEvent[];
  /** One for each run. */
  receipts: readonly ReceiptChange[];
  /** The purchase locks that were left before the last run. */
  locks: readonly string[];
  /** The service's time at the start of the last run. */
  lastAt: number;
}

const hourMilliseconds = 3600 * 1000;
const calmAgent: Omit<AgentScript, "credential" | "edit"> = {
  ...{ companion: undefined, wish: "the same", ending: "undisturbed", afterRequests: 0, dryRun: false },
  ...{ refusedConnections: [], requireDefinitive: false, debug: false, connected: false },
  ...{ fullAfterFiles: undefined, isRefused: false, isUnfilled: false },
};

/** Plays a script with the packaged task, and hands what came of it to the judge. */
export async function playRegistration(
  script: RegisterScript,
  agent: SandboxAgent,
  elsewhere: Elsewhere,
  judge: (played: PlayedRegistration) => void,
): Promise<void> {
  const receiptFolder = mkdtempSync(join(agent.sourcesFolder, "..", "receipts-"));
  let time = now;
  let [run, isOver, isRefusing] = [0, false, false];
  /** The years that the agents of this run want. */
  let period = 1;
  const domain = {
    name,
    price: prices[script.registrar],
    released: (_: number, checks: number) => checks >= script.releasedAt,
    falsePositives: script.falsePositives,
    answer(checks: number) {
      const years = script.registrar === "godaddy" && script.offersPeriod ? period : 1;
      const whole = years > 1 ? { period: years, price: prices.godaddy * years } : {};
      const odd = isOver ? [] : script.oddChecks.filter(({ check }) => check === checks);
      return Object.assign({}, whole, ...odd.map(({ answer }) => answer));
    },
  };
  const { polls, failsWith, errorStatus, showsOrdersAfterSeconds } = script;
  const { ownership, ownedAs, listedAs, forgetsSales } = script;
  const fees = feesOf(script);
  const service = await startTestedRegistrar(script.registrar, {
    domain,
    now: () => time,
    godaddy: { ownership, ownedAs, listedAs, forgetsSales },
    godaddyV3: { polls, ownership, ownedAs, forgetsSales, fees, ...(failsWith && { failsWith }) },
    porkbun: { ownedAs, errorStatus, showsOrdersAfterSeconds, isPremium: script.fee !== "none" },
  });
  const recordAt: RecordAt = (now) => (isOver ? undefined : lyingRecord(script.record)(now));
  const rdap = await startRdap({ [name]: recordAt }, () => time);
  hangIfSo(script.record, rdap);
  const trace = traceMisbehaviour({
    ...{ service, script, domain, elsewhere },
    attempts: () => readAttempts(receiptFolder),
    pass(seconds) {
      time += seconds * 1000;
    },
    run: () => run,
    isOver: () => isOver,
  });

  const code = script.registrar === "porkbun" ? "INVALID_API_KEYS_001" : "UNABLE_TO_AUTHENTICATE";
  const inEveryForm = { status: "ERROR", name: "UNAUTHORIZED", code, message: "no" };
  service.server.faults.unshift({ when: () => isRefusing, reply: { ...json(inEveryForm), status: 401 } });

  const runOnce = async (one: AgentScript, isSecond: boolean): Promise<RegisterStep> => {
    const wanted = wantedBy(one, script);
    const stage = { service, receiptFolder, elsewhere, wanted, startsAt: time, rdap };
    const result = await agent.run(stepOf(one, isSecond, stage));
    const filesLeft = new Map([...result.filesLeft].filter(([file]) => file !== "domain.json"));
    const places = Object.fromEntries(filesIn(receiptFolder));
    assert.deepEqual(leaks({ ...result, filesLeft }, ["canary", ...personal], places), []);
    const credential = (isSecond ? one.companion : undefined) ?? one.credential;
    return { by: `${run}${isSecond ? "b" : "a"}`, run, credential, wanted, script: one, result };
  };

  const edit = (wanted: ReceiptEdit | undefined) => {
    // Nobody deletes a receipt who sees in the account that the domain was bought.
    if (wanted === undefined || (wanted === "deleted" && service.charges.length > 0)) return;
    const kind = wanted === "deleted" ? "deleted" : "edited";
    // A second edit could restore what the task wrote.
    const touched = trace.filter((event) => event.kind === "edited" || event.kind === "deleted");
    if (kind === "edited" && touched.at(-1)?.kind === "edited") return;
    if (editReceipt(receiptFolder, wanted)) trace.push({ kind, run });
  };

  const receipts: ReceiptChange[] = [];
  const runAll = async (one: AgentScript): Promise<RegisterStep[]> => {
    run++;
    edit(one.edit);
    writeRequest(agent.sourcesFolder, one, script);
    const before = readAttempts(receiptFolder);
    const second = { ...one, ending: "undisturbed" as const };
    isRefusing = one.isRefused;
    period = wantedBy(one, script).years;
    const steps = await Promise.all([
      runOnce(one, false),
      ...(one.companion === undefined ? [] : [runOnce(second, true)]),
    ]);
    const after = readAttempts(receiptFolder);
    receipts.push({ credentials: steps.map(({ credential }) => credential), before, after });
    return steps;
  };

  try {
    const steps: RegisterStep[] = [];
    for (const one of script.agents) {
      steps.push(...(await runAll(one)));
      time += 0.25 * hourMilliseconds;
    }
    isOver = true;
    rdap.faults.length = 0;
    if (script.isTooLate) time += 24 * hourMilliseconds;
    const locks = readdirSync(receiptFolder).filter((file) => file.endsWith(".buying"));
    for (const file of locks) rmSync(join(receiptFolder, file));
    const lastAt = time;
    const [last] = await runAll({ ...calmAgent, credential: script.lastCredential, edit: script.lastEdit });
    assert.deepEqual(service.violations, []);
    assert.ok(last);
    judge({ script, service, steps, last, trace, receipts, locks, lastAt });
  } finally {
    await Promise.all([service.server.close(), rdap.close()]);
    rmSync(receiptFolder, { recursive: true });
  }
}

/** Writes the request file of an agent, which GoDaddy's registrations need. */
function writeRequest(folder: string, one: AgentScript, script: RegisterScript): void {
  const acknowledged = script.fee === "accepted" && { acknowledgedFees: feesOf(script) };
  const consent = { agreementKeys: [one.isUnfilled ? "#{AGREEMENT}#" : "API_DPA"], ...acknowledged };
  const period = wantedBy(one, script).years;
  const { contactTech } = filledRequest;
  const unfilled = one.isUnfilled && { contactTech: { ...contactTech, nameLast: "$(LastName)" } };
  const whole = { ...Object(filledRequest), period, ...unfilled };
  const request = script.registrar === "godaddy" ? whole : { domain: name, period, consent };
  writeFileSync(join(folder, "domain.json"), JSON.stringify(request));
}
