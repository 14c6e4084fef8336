import type { Agent } from "../../shared/agent/agent";
import { createInputReader, type InputReader } from "../../shared/agent/inputs";
import { InputErrors, refuse } from "../../shared/errors";
import { readJsonFile } from "../../shared/json/file";
import type { CheckType } from "../../shared/registrar/client";
import { minRequestsPerMinute, sustainablePauseSeconds } from "../../shared/registrar/rate-budget";
import { readReceiptFolder } from "./receipt-folder";
import { countsInMillionths, type RegistrarAccess, readRegistrarAccess } from "./registrar-access";
import type { Rules } from "./registration/procedure";
import { unknownStatuses } from "./report/lifecycle";
import { parseDomain } from "./request/domain";
import { parseRequest, type RegistrationRequest } from "./request/parse";

/** What every action needs. */
export interface CommonSetup extends RegistrarAccess {
  domain: string;
  requestsPerMinute: number;
}

/** Everything a run needs, read once and checked. */
export type Setup = CommonSetup &
  (
    | { action: "check"; checkType: CheckType; expiration: number | undefined; statuses: string[] }
    | { action: "validate"; request: RegistrationRequest }
    | {
        action: "register";
        request: RegistrationRequest;
        rules: Omit<Rules, "endsAt">;
        waitMinutes: number;
        receiptFolder: string;
        onNotAvailable: OnNotAvailable;
      }
  );

/** What to make of a wait that ended without a purchase. */
export type OnNotAvailable = "succeed" | "warn" | "fail";

/**
 * Reads inputs, request file and credential from the agent. Throws `InputErrors` that list everything there is to
 * mend; warnings are printed.
 */
export function readSetup(agent: Agent): Setup {
  const reader = createInputReader(agent);
  const named = reader.oneOf("action", ["register", "check", "validate"]);
  // What a mistyped action would need besides is not known: the one that needs least stands for it.
  const action = reader.problems.length > 0 ? "check" : named;
  const domain = readDomain(reader);
  const access = readRegistrarAccess(reader, agent, action);
  const common = {
    domain,
    ...access,
    requestsPerMinute: reader.wholeNumber("requestsPerMinute", 60, minRequestsPerMinute, 6000),
  };
  const checkType: CheckType = reader.oneOf("checkType", ["FULL", "FAST"]);
  const lifecycle = { expiration: readExpiration(reader), statuses: readStatuses(reader) };
  if (action === "check") warnOfStatuses(lifecycle.statuses, agent);
  const registering = readRegistering(reader, agent, common.requestsPerMinute, {
    inProduction: action === "register" && access.environment === "production",
    inMillionths: action === "register" && countsInMillionths(access.baseAddress),
  });
  const request = action === "check" ? undefined : readRequest(reader, agent, domain);
  refuse(reader.problems);
  if (action === "check") return { ...common, action, checkType, ...lifecycle };
  if (request === undefined) throw new Error("a setup without a fault has its request");
  if (action === "validate") return { ...common, action, request };
  const { limit, ...rules } = registering.rules;
  return {
    ...common,
    ...registering,
    action,
    request,
    rules: { ...rules, limit: { ...limit, period: request.period } },
  };
}

function readDomain(reader: InputReader): string {
  const name = reader.text("domain");
  const parsed =
    name === "" ? { problem: "missing; name the domain, such as example.org" } : parseDomain(name);
  if ("domain" in parsed) return parsed.domain;
  // A problem of another kind, such as an unresolved variable, is known already.
  if (!reader.problems.some((problem) => problem.startsWith("domain:")))
    reader.problems.push(`domain: ${parsed.problem}`);
  return "";
}

function readExpiration(reader: InputReader): number | undefined {
  const text = reader.text("expirationDate");
  if (text === "") return undefined;
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/;
  const time = form.test(text) ? Date.parse(text) : Number.NaN;
  // There is no 30th of February, though it parses.
  if (!Number.isNaN(time) && text.startsWith(new Date(time).toISOString().slice(0, 10))) return time;
  reader.problems.push(`expirationDate: expected a date such as 2026-01-31, got "${text}"`);
  return undefined;
}

/** RDAP's statuses hold blanks, so a comma, a semicolon or a line break is what parts them. */
function readStatuses(reader: InputReader): string[] {
  const statuses = reader.text("recordStatuses").split(/[,;\n]/);
  return statuses.map((status) => status.trim()).filter((status) => status !== "");
}

/** A status that nobody knows gives no stage, which has to be said. */
function warnOfStatuses(statuses: readonly string[], agent: Agent): void {
  for (const { status, meant } of unknownStatuses(statuses))
    agent.warn(`recordStatuses: ${JSON.stringify(status)} is not a known status; ignored${meant}`);
}

function readRegistering(
  reader: InputReader,
  agent: Agent,
  requestsPerMinute: number,
  { inProduction, inMillionths }: { inProduction: boolean; inMillionths: boolean },
) {
  const dryRun = reader.trueOrFalse("dryRun");
  const pollSeconds = reader.decimal("pollSeconds", 30, 0.5, 3600);
  const slowest = sustainablePauseSeconds(requestsPerMinute);
  if (pollSeconds < slowest)
    agent.warn(
      `pollSeconds: ${pollSeconds} is more often than requestsPerMinute ${requestsPerMinute} allows; ` +
        `checks are ${Math.ceil(slowest * 100) / 100} s apart.`,
    );
  const currency = reader.text("currency").toUpperCase();
  if (currency !== "" && !/^[A-Z]{3}$/.test(currency))
    reader.problems.push(`currency: expected a code of three letters, such as USD, got "${currency}"`);
  return {
    rules: {
      pollSeconds: Math.max(pollSeconds, slowest),
      requireDefinitive: reader.trueOrFalse("requireDefinitive"),
      dryRun,
      limit: {
        maxPrice: readMaxPrice(reader, inProduction && !dryRun, inMillionths),
        currency: currency || undefined,
      },
    },
    waitMinutes: reader.decimal("waitMinutes", 50, 0, 1440),
    onNotAvailable: reader.oneOf<OnNotAvailable>("onNotAvailable", ["succeed", "warn", "fail"]),
    receiptFolder: readReceiptFolder(reader, agent, inProduction && !dryRun),
  };
}

/** A cap below one hundredth of a currency, in millionths, can only be meant in another unit. */
const minMillionths = 10_000n;

/** Nobody buys at any price by accident: where money is spent, the cap is named, or `any` is. */
function readMaxPrice(reader: InputReader, required: boolean, inMillionths: boolean): bigint | undefined {
  const text = reader.text("maxPrice");
  const form = "a whole number in the registrar's own unit (as a rule millionths: 12000000 is 12.00), or any";
  if (/^\d{1,18}$/.test(text)) {
    const price = BigInt(text);
    if (inMillionths && price < minMillionths) reader.problems.push(tooSmall(price));
    return price;
  }
  if (text === "" && required) reader.problems.push(`maxPrice: missing; expected ${form}`);
  if (text !== "" && text !== "any") reader.problems.push(`maxPrice: expected ${form}, got "${text}"`);
  return undefined;
}

function tooSmall(price: bigint): string {
  const amount = `0.${String(price).padStart(6, "0")}`;
  const meant = price === 0n ? 12n : price;
  return (
    `maxPrice: this registrar counts in millionths of the currency, so ${price} is ${amount}; ` +
    `for ${meant}.00 write ${meant}000000`
  );
}

function readRequest(reader: InputReader, agent: Agent, domain: string): RegistrationRequest | undefined {
  const before = reader.problems.length;
  const path = reader.file("requestFile");
  if (path === "") {
    if (reader.problems.length === before)
      reader.problems.push("requestFile: missing; name the registration request (JSON)");
    return undefined;
  }
  try {
    const value = readJsonFile("requestFile", path, agent.variable("System.DefaultWorkingDirectory"));
    const { request, problems, warnings } = parseRequest(value, domain);
    for (const warning of warnings) agent.warn(`requestFile: ${warning}`);
    reader.problems.push(...problems);
    return request;
  } catch (error) {
    if (!(error instanceof InputErrors)) throw error;
    reader.problems.push(error.message);
    return undefined;
  }
}
