import type { Agent } from "../../shared/agent/agent";
import { createInputReader, type InputReader } from "../../shared/agent/inputs";
import { InputErrors, isInputErrors, refuse } from "../../shared/errors";
import { type NetworkSettings, noNetworkSettings } from "../../shared/http/network";
import { urlProblem } from "../../shared/http/url";
import { readJsonFile } from "../../shared/json/file";
import type { PublicRecord } from "../../shared/rdap/record";
import { minRequestsPerMinute } from "../../shared/registrar/rate-budget";
import type { RegistrarTraits } from "../../shared/registrar/registrar";
import { readPublicRecord, warnOfUnknownStatuses } from "./inputs/public-record";
import { readReceiptFolder } from "./inputs/receipt-folder";
import { type ChosenRegistrar, readRegistrarAccess } from "./inputs/registrar-access";
import { findPrivacyProblems, readWanted, warnOfPeriod } from "./inputs/rules";
import type { PriceLimit } from "./registration/price";
import { findDoubt, openReceiptFile } from "./registration/receipt-file";
import type { Settings } from "./registration/state";
import { parseAccountRequest } from "./request/account-request";
import { findNameHint, parseDomain } from "./request/domain";
import { findLookalikeHint } from "./request/lookalike";
import { parseRequest } from "./request/parse";
import type { RegistrationRequest } from "./request/request";
import { findUnownedValues } from "./request/unowned-values";

/** The inputs, the request file and the environment, checked. */
export type DomainSetup = ChosenRegistrar & {
  domain: string;
  requestsPerMinute: number;
  network: NetworkSettings;
  /** The server of public records. Undefined for the registry's own. */
  rdapUrl: URL | undefined;
} & (
    | { action: "check"; checkType: "FAST" | "FULL"; given: PublicRecord; hasAccess: boolean }
    | { action: "validate"; request: RegistrationRequest }
    | { action: "register"; request: RegistrationRequest; wanted: Settings; receiptFolder: string }
    /** To register with wrong inputs, while the outcome of an earlier purchase is unknown. */
    | { action: "doubt"; doubt: string; receiptFolder: string }
  );

export type SetupOf<Action extends DomainSetup["action"]> = Extract<DomainSetup, { action: Action }>;

/**
 * Reads and checks the inputs, the request file and the credential. Throws `InputErrors` that lists all problems,
 * unless the receipt has an open purchase, which matters more. Prints warnings.
 */
export function readDomainSetup(agent: Agent): DomainSetup {
  const reader = createInputReader(agent);
  // The first is the default, and takes the place of a mistyped action: it needs the least, and buys nothing.
  const action = reader.oneOf("action", ["check", "validate", "register"]);
  const domain = readDomain(reader, agent);
  const access = readRegistrarAccess(reader, agent, action);
  const common = {
    domain,
    ...access,
    rdapUrl: readRdapUrl(reader),
    requestsPerMinute: reader.wholeNumber("requestsPerMinute", 60, minRequestsPerMinute, 6000),
    network: readNetwork(reader, agent, access.baseUrl),
  };
  const checkType = reader.oneOf("checkType", ["FULL", "FAST"]);
  const given = readPublicRecord(reader);
  if (action === "check") warnOfUnknownStatuses(given, agent);
  // All inputs are read, whatever the action: a problem in one that the action ignores is reported too.
  const wanted = readWanted(reader, agent, action, common);
  const isBuying = action === "register" && access.environment === "production" && !wanted.dryRun;
  const receiptFolder = readReceiptFolder(reader, agent, common, isBuying);
  const request =
    action === "check"
      ? undefined
      : readRequest(reader, agent, { action, domain, traits: access.traits, limit: wanted.limit });
  // A mistyped action may be meant to register.
  const mayRegister = !["", "check", "validate"].includes(agent.input("action").trim());
  if (mayRegister && domain !== "" && reader.problems.length > 0) {
    const receipts = openReceiptFile(receiptFolder, domain, common.environment, agent.sanitize);
    const doubt = findDoubt(receipts, new InputErrors(reader.problems));
    if (doubt !== undefined) return { ...common, action: "doubt", doubt, receiptFolder };
  }
  refuse(reader.problems);
  if (action === "check") return { ...common, action, checkType, given, hasAccess: hasAccess(common) };
  if (request === undefined) throw new Error("a setup without problems has a request");
  if (action === "validate") return { ...common, action, request };
  const limit = { ...wanted.limit, period: request.period };
  warnOfPeriod(limit, access.traits, agent);
  return { ...common, action, request, wanted: { ...wanted, limit }, receiptFolder };
}

/** A proxy that cannot be used is a problem like that of an input. */
function readNetwork({ problems }: InputReader, agent: Agent, url: URL): NetworkSettings {
  try {
    return agent.network(url);
  } catch (error) {
    if (!isInputErrors(error)) throw error;
    problems.push(...error.problems);
    return noNetworkSettings(agent.sanitize);
  }
}

/** Only the test environment of the specification's registrar checks without a credential. */
function hasAccess({ credential, environment, traits }: ChosenRegistrar): boolean {
  return credential.kind !== "none" || (environment === "test" && traits.name === "godaddy");
}

function readRdapUrl(reader: InputReader): URL | undefined {
  const text = reader.text("rdapUrl");
  if (text === "") return undefined;
  const problem = urlProblem(text);
  if (problem === undefined) return new URL(text);
  reader.problems.push(`rdapUrl: ${problem}`);
  return undefined;
}

function readDomain(reader: InputReader, agent: Agent): string {
  const name = reader.text("domain");
  const missing = { problem: "missing. Name the domain, such as example.org" };
  const parsed = name === "" ? missing : parseDomain(name);
  if ("domain" in parsed) {
    for (const find of [findNameHint, findLookalikeHint]) {
      const hint = find(parsed.domain);
      if (hint !== undefined) agent.warn(`domain: ${hint}`);
    }
    return parsed.domain;
  }
  // The reader may have reported another problem of it, such as an unresolved variable.
  if (!reader.problems.some((problem) => problem.startsWith("domain:")))
    reader.problems.push(`domain: ${parsed.problem}`);
  return "";
}

function readRequest(
  reader: InputReader,
  agent: Agent,
  order: { action: "register" | "validate"; domain: string; traits: RegistrarTraits; limit: PriceLimit },
): RegistrationRequest | undefined {
  const { action, domain, traits, limit } = order;
  const { requestFile } = traits;
  const before = reader.problems.length;
  const path = reader.file("requestFile");
  if (path === "" && requestFile !== "optional") {
    if (reader.problems.length === before)
      reader.problems.push("requestFile: missing. Name the registration request (JSON)");
    return undefined;
  }
  try {
    const folder = agent.variable("System.DefaultWorkingDirectory");
    const { value, locate } =
      path === "" ? { value: {}, locate: String } : readJsonFile("requestFile", path, folder);
    const { request, problems, warnings } =
      requestFile === "whole"
        ? parseRequest(value, domain)
        : parseAccountRequest(value, domain, requestFile === "consent");
    const notOwn = findUnownedValues(value);
    const ofPrice = findPrivacyProblems(limit, request);
    const [refused, warned] =
      action === "register"
        ? [[...notOwn, ...ofPrice.problems], ofPrice.warnings]
        : [[], notOwn.map((problem) => `${problem}. \`register\` refuses it`)];
    for (const warning of [...warnings, ...warned]) agent.warn(locate(warning));
    reader.problems.push(...[...problems, ...refused].map(locate));
    return request;
  } catch (error) {
    if (!isInputErrors(error)) throw error;
    reader.problems.push(...error.problems);
    return undefined;
  }
}
