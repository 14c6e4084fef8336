import { hostname } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { messageOf } from "../../../shared/errors";
import { makeFolder } from "../../../shared/folder";
import { objectOf } from "../../../shared/json/schema";
import { type Sanitize, sanitizedJson } from "../../../shared/text/sanitize";
import {
  besides,
  codeOf,
  createDurably,
  isTaken,
  NotPlainFile,
  readPlainFile,
  remove,
  replaceDurably,
} from "./durable-file";

/** How a purchase request ended, as far as it is known: `sending` is what an agent that died leaves behind. */
export type AttemptOutcome = "sending" | "registered" | "notBought" | "unknown";

const attemptSchema = objectOf(
  {
    sentAt: v.string(),
    /** The URL of the registrar that it was sent to; the receipt's own where an older version left it out. */
    service: v.optional(v.string()),
    outcome: v.picklist(["sending", "registered", "notBought", "unknown"]),
    /** The request, with personal data reduced. */
    request: v.unknown(),
    /** The availability answers that led to it, with their times. */
    availability: v.array(v.unknown()),
    /** Every answer since, with its time. */
    answers: v.array(v.unknown()),
  },
  "an attempt",
);
const receiptSchema = objectOf(
  {
    domain: v.string(),
    environment: v.string(),
    /** The URL of the registrar that the last attempt was sent to. */
    service: v.string(),
    attempts: v.array(attemptSchema),
  },
  "a receipt",
);

/** One purchase request that was about to be sent, and what came of it. */
export type Attempt = v.InferInput<typeof attemptSchema> & { service: string };
/** All purchase requests for a domain in an environment, to whichever registrar: the memory between runs. */
export type Receipt = Omit<v.InferInput<typeof receiptSchema>, "attempts"> & { attempts: Attempt[] };

/** The receipt of one domain and environment, in a file. */
export interface ReceiptFile {
  path: string;
  /** Whether there is a receipt that `read` understands. */
  isUnderstood(): boolean;
  /**
   * What is known of earlier purchases; undefined when there is nothing. Throws for whatever is no receipt of this domain
   * and environment, and for a link, which is not followed.
   */
  read(): Receipt | undefined;
  /** Replaces the file, durably: after a power failure it is the old one or the new one. */
  write(receipt: Receipt): void;
  /** Takes the right to buy, exclusively among all that share the folder; false when somebody has it. */
  claim(): boolean;
  /** Makes sure, before it matters, that the folder can be written to. Throws when it cannot. */
  probe(): void;
  /** Whether somebody has that right. */
  isClaimed(): boolean;
  /** Gives that right back. */
  release(): void;
  /** The file that stands for that right. */
  claimPath: string;
}

/** What earlier purchases mean for a step that buys at a certain registrar. */
export interface EarlierPurchases {
  /** One that this registrar granted. */
  bought: Attempt | undefined;
  /** One whose outcome is not known, whoever it was sent to: nothing may follow it. */
  open: Attempt | undefined;
  /** One that another registrar granted, such as a simulated one in a trial: it owns nothing here. */
  boughtElsewhere: Attempt | undefined;
}

/** What attempts mean for a step that buys at `service`, a URL; registrars are told apart by their host names. */
export function earlierPurchases(attempts: readonly Attempt[], service: string): EarlierPurchases {
  const here = hostOf(service);
  const granted = attempts.filter(({ outcome }) => outcome === "registered");
  return {
    bought: granted.find((attempt) => hostOf(attempt.service) === here),
    open: attempts.find(({ outcome }) => outcome === "sending" || outcome === "unknown"),
    boughtElsewhere: granted.find((attempt) => hostOf(attempt.service) !== here),
  };
}

/** The host name of a URL, without the dot that may end it. */
export function hostOf(service: string): string {
  return new URL(service).hostname.replace(/\.$/, "");
}

/**
 * The receipt file of a domain and environment in a folder, which is made when it is written to. What a registrar sent
 * goes through `sanitize` before it is kept.
 */
export function receiptFile(
  folder: string,
  domain: string,
  environment: string,
  sanitize: Sanitize,
): ReceiptFile {
  const path = join(folder, `${fileNameOf(domain)}.${environment}.receipt.json`);
  const claimPath = `${path}.buying`;
  const notUnderstood = (what: string) =>
    new Error(
      `The receipt ${path} cannot be understood: it is ${what}. Find out whether ${domain} was bought, then remove it.`,
    );
  const read = () => {
    const text = readText();
    const parsed = text === undefined ? undefined : parseReceipt(text, domain, environment);
    if (parsed !== undefined && "problem" in parsed) throw notUnderstood(parsed.problem);
    return parsed;
  };
  function readText(): string | undefined {
    try {
      return readPlainFile(path);
    } catch (error) {
      throw error instanceof NotPlainFile ? notUnderstood(error.message) : error;
    }
  }
  return {
    path,
    claimPath,
    read,
    isUnderstood() {
      try {
        return read() !== undefined;
      } catch {
        return false;
      }
    },
    write(receipt) {
      makeFolder(folder);
      const attempts = receipt.attempts.map((attempt) => ({
        ...attempt,
        availability: attempt.availability.map((response) => sanitizedJson(response, sanitize)),
        answers: attempt.answers.map((response) => sanitizedJson(response, sanitize)),
      }));
      replaceDurably(path, `${JSON.stringify({ ...receipt, attempts }, null, 2)}\n`);
    },
    claim() {
      makeFolder(folder);
      try {
        // It stands for the right by being there; its text is for the person who finds it.
        createDurably(claimPath, `${hostname()}\n`);
        return true;
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        throw new Error(`Nothing was bought: ${claimPath} could not be written (${messageOf(error)}).`);
      }
    },
    probe() {
      try {
        makeFolder(folder);
        const file = besides(path, "probe");
        createDurably(file, "\n");
        remove(file);
      } catch (error) {
        throw new Error(
          `receiptFolder: receipts cannot be kept in ${folder} (${messageOf(error)}). Nothing was bought.`,
        );
      }
    },
    isClaimed: () => isTaken(claimPath),
    release: () => remove(claimPath),
  };
}

/** The receipt in a text, each attempt with its registrar; what another version wrote into it is kept. */
function parseReceipt(text: string, domain: string, environment: string): Receipt | { problem: string } {
  const receipt = jsonIn(text);
  if (!v.is(receiptSchema, receipt)) return { problem: "no receipt" };
  if (receipt.domain !== domain || receipt.environment !== environment)
    return { problem: "a receipt about another domain or environment" };
  const attempts = receipt.attempts.map((attempt) => ({
    ...attempt,
    service: attempt.service ?? receipt.service,
  }));
  return attempts.every(({ service }) => URL.canParse(service))
    ? { ...receipt, attempts }
    : { problem: "a receipt without the URL of a registrar" };
}

/** The value of a JSON text; undefined when it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The name of a domain in the names of its files. Windows takes a name that begins with one of these and a dot for a
 * device. No domain has an underscore, so the name stays one of its own.
 */
function fileNameOf(domain: string): string {
  return /^(con|prn|aux|nul|com\d|lpt\d)\./.test(domain) ? `_${domain}` : domain;
}
