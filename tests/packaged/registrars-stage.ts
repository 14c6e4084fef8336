import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memberAt } from "../../shared/json/path";
import { filesIn, type SandboxAgent, type Step, type StepResult } from "../sandbox/agent";
import { leaks } from "../sandbox/leaks";
import type { ReceivedRequest, Reply } from "../sandbox/loopback";
import { type SandboxRdap, startRdap } from "../sandbox/rdap";
import type { RegistrarService } from "../sandbox/registrar-engine";
import { domain, now } from "./register-stage";

/** What the embedded registrars whose purchases have keys have in common. */
export interface KeyedService extends RegistrarService {
  base: URL;
}

/** How the packaged task reaches one registrar. */
export interface Access<Service> {
  start(now: () => number): Promise<Service>;
  isPurchase: (request: ReceivedRequest) => boolean;
  inputs: Record<string, string>;
  /** The request file. Undefined: the step names none. */
  request: unknown;
  env: Record<string, string>;
  secrets: Record<string, string>;
  /** What may be in the receipt and nowhere else. */
  receiptOnly: (service: Service) => readonly string[];
}

/** What a test changes of a run. */
export interface RunChanges {
  inputs?: Record<string, string>;
  step?: Partial<Step>;
  request?: unknown;
  /** How long after the run before it starts: a minute by default. */
  afterMinutes?: number;
}

/** A registrar and a lasting folder of receipts, to run the packaged task several times. */
export interface KeyedStage<Service> {
  service: Service;
  receiptFolder: string;
  run(changes?: RunChanges): Promise<StepResult>;
  /** The purchases that reached the registrar, in order. */
  purchases(): ReceivedRequest[];
  /** Replaces the next reply to a purchase by this one: the registrar never gets the request. */
  losePurchase(reply: Reply): void;
  /** The outcomes of the attempts in the receipt. */
  outcomes(): unknown[];
  /** Forgets every purchase, as an agent does whose folder does not last. */
  removeReceipts(): void;
}

/**
 * Sets a stage until `act` has ended, and holds each purchase against the rules of money:
 *
 * - The account is charged once at most, and never more than `maxCents`.
 * - A purchase arrives only after its key is in the receipt, and while no other key is open.
 */
export async function withService<Service extends KeyedService, T>(
  agent: SandboxAgent,
  access: Access<Service>,
  act: (stage: KeyedStage<Service>) => Promise<T>,
  maxCents = 1200,
): Promise<T> {
  const folder = mkdtempSync(join(agent.sourcesFolder, "..", "keyed-"));
  const [clockFile, receiptFolder] = [join(folder, "clock"), join(folder, "receipts")];
  writeFileSync(clockFile, String(now));
  const taskTime = () => Number(readFileSync(clockFile, "utf8"));
  const service = await access.start(taskTime);
  const rdap = await startRdap({}, taskTime);
  const objections: string[] = [];
  const attempts = () => readAttempts(receiptFolder);
  service.faults.push({
    // Looks at each request before the service does, and replaces the reply to none.
    when(request) {
      if (access.isPurchase(request)) objections.push(...findKeyProblems(request, attempts()));
      return false;
    },
    reply: {},
  });
  let runs = 0;
  const stage: KeyedStage<Service> = {
    service,
    receiptFolder,
    async run(changes = {}) {
      const pause = runs++ === 0 ? 0 : (changes.afterMinutes ?? 1) * 60_000;
      const step = stepOf(agent, access, { service, rdap, receiptFolder }, changes);
      const result = await agent.run({
        clockStartsAt: taskTime() + pause,
        clockShownIn: clockFile,
        ...step,
        ...changes.step,
      });
      assertNothingPrivate(result, access, service, receiptFolder);
      return result;
    },
    purchases: () => service.requests.filter(access.isPurchase),
    losePurchase: (reply) => void service.faults.push({ when: access.isPurchase, times: 1, reply }),
    outcomes: () => attempts().map((attempt) => memberAt(attempt, ["outcome"])),
    removeReceipts: () => rmSync(receiptFolder, { recursive: true, force: true }),
  };
  try {
    const acted = await act(stage);
    assert.deepEqual([service.violations, objections], [[], []]);
    assert.ok(service.charges.length <= 1, "charged twice");
    for (const { total } of service.charges) assert.ok(total <= maxCents, `charged ${total} cents`);
    return acted;
  } finally {
    await Promise.all([service.close(), rdap.close()]);
    rmSync(folder, { recursive: true });
  }
}

function stepOf<Service extends KeyedService>(
  agent: SandboxAgent,
  access: Access<Service>,
  { service, rdap, receiptFolder }: { service: Service; rdap: SandboxRdap; receiptFolder: string },
  { inputs, request = access.request }: RunChanges,
): Step {
  if (request !== undefined) writeFileSync(join(agent.sourcesFolder, "domain.json"), JSON.stringify(request));
  return {
    task: "DomainRegister",
    inputs: {
      ...{ action: "register", domain },
      ...(request === undefined ? {} : { requestFile: "domain.json" }),
      apiUrl: service.base.href,
      maxPrice: "12.00 USD",
      receiptFolder,
      pace: "steady",
      rdapUrl: rdap.server.href,
      ...access.inputs,
      ...inputs,
    },
    env: access.env,
    secrets: access.secrets,
  };
}

function readAttempts(receiptFolder: string): unknown[] {
  const [name] = listReceipts(receiptFolder);
  const receipt: unknown =
    name === undefined ? {} : JSON.parse(readFileSync(join(receiptFolder, name), "utf8"));
  const attempts = memberAt(receipt, ["attempts"]);
  return Array.isArray(attempts) ? attempts : [];
}

function listReceipts(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".receipt.json"));
  } catch {
    return [];
  }
}

/**
 * What is wrong with the receipt at the moment when a purchase arrives. Its own attempt may be registered by then:
 * another agent that shares the folder can have learned so while this one was asking by the same key.
 */
function findKeyProblems({ headers, body }: ReceivedRequest, attempts: readonly unknown[]): string[] {
  const key = headers["idempotency-key"];
  const outcomes = (isOwn: boolean) =>
    attempts
      .filter((attempt) => (memberAt(attempt, ["repeatable", "key"]) === key) === isOwn)
      .filter((attempt) => !isOwn || memberAt(attempt, ["repeatable", "body"]) === body)
      .map((attempt) => String(memberAt(attempt, ["outcome"])));
  const others = outcomes(false).filter((outcome) => ["sending", "unknown"].includes(outcome));
  return [
    ...(others.length === 0 ? [] : [`${others.length} other purchases are open when ${key} arrives`]),
    ...(["sending", "unknown", "registered"].includes(outcomes(true).join())
      ? []
      : [`the receipt does not have ${key} with its text when it arrives`]),
  ];
}

/** People whom a service or a request file names. Nothing of them belongs in what a run leaves. */
const personal = ["Jane Smith", "203.0.113.7", "Mustermann", "erika@example.org", "301234567", "Musterweg"];

/** Asserts that nothing shown or stored has a credential, personal data or a token of a purchase. */
function assertNothingPrivate<Service>(
  result: StepResult,
  { secrets, receiptOnly }: Access<Service>,
  service: Service,
  receiptFolder: string,
): void {
  const receipts = listReceipts(receiptFolder).length === 0 ? {} : Object.fromEntries(filesIn(receiptFolder));
  const filesLeft = new Map([...result.filesLeft].filter(([name]) => name !== "domain.json"));
  const shown = { ...result, filesLeft };
  const places = { summaries: JSON.stringify(result.summaries), log: result.log.join("\n") };
  assert.deepEqual(
    leaks(shown, ["canary", ...Object.values(secrets), ...personal], { ...places, ...receipts }),
    [],
  );
  assert.deepEqual(leaks(shown, receiptOnly(service), places), []);
}

/** The log without the URLs, which differ each time. */
export function linesOf({ log }: StepResult): string[] {
  return log.map((line) => line.replace(/http:\/\/127\.0\.0\.1:\d+/g, "SERVICE"));
}

/** The text of all errors and warnings of a step. */
export function issuesOf({ issues }: StepResult): string {
  return issues.map(({ message }) => message).join("\n");
}

/** The outputs of a purchase at either registrar, and the checks before it, on a stage that nothing is changed of. */
export const bought = {
  outputs: {
    outcome: "registered",
    available: "true",
    currency: "USD",
    period: "1",
    checks: "4",
    stage: "",
    releaseEarliest: "",
    releaseLatest: "",
  },
  kinds: ["notAvailable", "notAvailable", "available", "available", "purchase"],
};
