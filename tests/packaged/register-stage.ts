import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile } from "../../shared/json/file";
import { parseReport } from "../../shared/report/parse";
import type { DomainReport } from "../../shared/report/schema";
import { root } from "../root";
import { filesIn, type SandboxAgent, type Step, type StepResult } from "../sandbox/agent";
import type { Connection } from "../sandbox/agent-environment";
import { filledRequest } from "../sandbox/filled-request";
import { leaks } from "../sandbox/leaks";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { type RecordAt, type SandboxRdap, startRdap } from "../sandbox/rdap";
import { keys, type RegistrarOptions, type SandboxRegistrar, startRegistrar } from "../sandbox/registrar";
import type { SandboxDomain } from "../sandbox/registrar-engine";
import { attachedReports } from "../sandbox/report-pages";
import { useAgent } from "./use-agent";

/** The start time of every packaged registration in the tests. */
export const now = Date.UTC(2026, 10, 20, 3, 0, 0);
export const domain = "example-to-buy.org";
export const price = 11_690_000;

/** A domain that is released at the given FULL check. */
export const releasedAtCheck = (check: number, more: Partial<SandboxDomain> = {}): SandboxDomain => ({
  name: domain,
  released: (_, checks) => checks >= check,
  price,
  ...more,
});

export const isAvailability = ({ path }: ReceivedRequest) => path.endsWith("/available");
export const isPurchase = ({ path }: ReceivedRequest) => path.endsWith("/purchase");
export const isValidate = ({ path }: ReceivedRequest) => path.endsWith("/validate");
export const isOwnership = ({ path }: ReceivedRequest) => path.endsWith(`/${domain}`);

/** A response with which the registrar refuses a request. */
export const apiError = (code: string, status: number, more: object = {}): Reply => ({
  ...json({ code, message: `${domain}: ${code}.`, name: "ApiError", ...more }),
  status,
});

/** The shipped example, which nobody has filled in. */
export const { value: exampleRequest } = readJsonFile(
  "example",
  join(root, "tasks", "DomainRegister", "request.example.json"),
);

/** Access to the registrar by a service connection alone. */
export function byConnection(
  registrar: SandboxRegistrar,
  environment: "production" | "test",
  changes: Partial<Connection> = {},
): Pick<Step, "env" | "connections"> {
  const { base, key, secret } = registrar.environments[environment];
  const connection: Connection = {
    type: "pipelinekeeperregistrar",
    url: base.href,
    scheme: "UsernamePassword",
    parameters: { username: key, password: secret },
    data: { registrar: "own" },
    ...changes,
  };
  return { env: {}, connections: { registrar: connection } };
}

/** By default, a domain is released at the third check, and has no public record. */
export interface RegisterStageOptions {
  registrar?: Partial<RegistrarOptions>;
  /** The domain's public record, which `check` and `register` read. */
  record?: RecordAt;
  inputs?: Record<string, string>;
  step?: Partial<Step> | ((registrar: SandboxRegistrar, rdap: SandboxRdap) => Partial<Step>);
  request?: unknown;
  requestText?: string;
  arrange?: (registrar: SandboxRegistrar) => void;
}

/** A registrar, a registry and a lasting folder of receipts, to run the packaged task several times. */
export interface RegisterStage {
  registrar: SandboxRegistrar;
  rdap: SandboxRdap;
  receiptFolder: string;
  run(options?: RegisterStageOptions): Promise<StepResult>;
  /** The receipt that was written. Undefined if there is none. */
  receipt(): Record<string, unknown> | undefined;
}

/** Sets a stage until `act` has ended. */
export async function withRegistrar<T>(
  agent: SandboxAgent,
  options: RegisterStageOptions,
  act: (stage: RegisterStage) => Promise<T>,
): Promise<T> {
  const registrar = await startRegistrar({
    domains: [releasedAtCheck(3)],
    now: () => now,
    ...options.registrar,
  });
  const { now: serviceTime = () => now } = options.registrar ?? {};
  const rdap = await startRdap({ [domain]: options.record ?? (() => undefined) }, serviceTime);
  const receiptFolder = mkdtempSync(join(agent.sourcesFolder, "..", "receipts-"));
  options.arrange?.(registrar);
  const stage: RegisterStage = {
    registrar,
    rdap,
    receiptFolder,
    run: (changes = {}) => runRegister(agent, stage, { ...options, ...changes }),
    receipt() {
      const [name] = readdirSync(receiptFolder).filter((file) => file.endsWith(".receipt.json"));
      return name === undefined ? undefined : JSON.parse(readFileSync(join(receiptFolder, name), "utf8"));
    },
  };
  try {
    const acted = await act(stage);
    assert.deepEqual(registrar.violations, []);
    return acted;
  } finally {
    await Promise.all([registrar.close(), rdap.close()]);
    rmSync(receiptFolder, { recursive: true });
  }
}

/** The one report that a step attached. */
export function reportOf(step: StepResult): DomainReport {
  const [text = "", ...more] = attachedReports(step);
  assert.deepEqual(more, []);
  const parsed = parseReport(text);
  assert.ok(parsed.kind === "report" && parsed.report.kind === "domain", JSON.stringify(parsed));
  return parsed.report;
}

/** The receipts that a step offers for download, without the page of its report. */
export function receiptUploads({ uploads }: Pick<StepResult, "uploads">): string[] {
  return uploads.filter((path) => !path.endsWith("domain-register-report.html"));
}

/** Runs the packaged task once on its own stage, and returns what it left. */
export function registerOnce(agent: SandboxAgent, options: RegisterStageOptions = {}) {
  return withRegistrar(agent, options, async (stage) => ({
    ...(await stage.run()),
    stage,
    receipt: stage.receipt(),
  }));
}

/** Asserts how a step ended. */
export function assertEnds(step: StepResult, outcome: string, result: string): void {
  assert.deepEqual([step.outputs["outcome"], step.result], [outcome, result], linesOf(step).join("\n"));
}

/** The log without the URLs, which differ each time. */
export function linesOf({ log }: StepResult): string[] {
  return log.map((line) => line.replace(/http:\/\/127\.0\.0\.1:\d+/g, "SERVICE"));
}

/** Installs an agent for every test of the `describe` that calls this; `once` is `registerOnce` by that agent. */
export function useRegister() {
  const agent = useAgent();
  return { agent, once: (options?: RegisterStageOptions) => registerOnce(agent(), options) };
}

async function runRegister(
  agent: SandboxAgent,
  { registrar, rdap, receiptFolder }: RegisterStage,
  options: RegisterStageOptions,
): Promise<StepResult> {
  const environment = options.inputs?.["environment"] === "test" ? "test" : "production";
  const { base, key, secret } = registrar.environments[environment];
  const text = options.requestText ?? JSON.stringify(options.request ?? filledRequest);
  writeFileSync(join(agent.sourcesFolder, "domain.json"), text);
  const step = typeof options.step === "function" ? options.step(registrar, rdap) : options.step;
  const result = await agent.run({
    task: "DomainRegister",
    inputs: {
      ...{ action: "register", domain },
      requestFile: "domain.json",
      apiUrl: base.href,
      maxPrice: String(price),
      receiptFolder,
      rdapUrl: rdap.server.href,
      ...options.inputs,
    },
    env: { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" },
    clockStartsAt: now,
    ...step,
    secrets: { KEY: key, SECRET: secret, ...step?.secrets },
  });
  assertNothingPrivate(result, receiptFolder);
  return result;
}

/** People whom a service or a request file names. Nothing of them belongs in what a run leaves. */
export const personal = [
  "Jane Smith",
  "25.10.20.30",
  "203.0.113.7",
  "Mustermann",
  "erika@mustermann.internal",
  "301234567",
  "Musterweg",
];

/** Asserts that nothing shown or stored contains a credential or personal data. */
function assertNothingPrivate(result: StepResult, receiptFolder: string): void {
  const receipts = Object.fromEntries(filesIn(receiptFolder));
  const filesLeft = new Map([...result.filesLeft].filter(([name]) => name !== "domain.json"));
  const { production, test } = keys;
  const secrets = ["canary", ...Object.values(production), ...Object.values(test), ...personal];
  assert.deepEqual(leaks({ ...result, filesLeft }, secrets, receipts), []);
  // task-lib leaves two keys in the agent's temporary folder, which fit to nothing that is left. A receipt may be
  // there, too, and the monitor's configuration is in the checkout of an agent that runs both tasks.
  const expected =
    /^(\.taskkey|proxy|monitor\.json|(receipts\/)?[\w.-]+\.receipt\.json|summary-\w{6}\/Domain Register\.md|(report|page)-\w{6}\/domain-register(-report)?\.(json|html))$/;
  assert.deepEqual(
    [...filesLeft.keys()].filter((name) => !expected.test(name)),
    [],
  );
}
