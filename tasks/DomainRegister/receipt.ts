import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { messageOf } from "../../shared/faults";
import { objectOf } from "../../shared/object-schema";

/** How a purchase request ended, as far as it is known: `sending` is what an agent that died leaves behind. */
export type AttemptOutcome = "sending" | "registered" | "notBought" | "unknown";

const attemptSchema = objectOf(
  {
    sentAt: v.string(),
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
    service: v.string(),
    attempts: v.array(attemptSchema),
  },
  "a receipt",
);

/** One purchase request that was about to be sent, and what came of it. */
export type Attempt = v.InferInput<typeof attemptSchema>;
/** All purchase requests for a domain in an environment: the memory between runs. */
export type Receipt = v.InferInput<typeof receiptSchema>;

/** The receipt of one domain and environment, in a file. */
export interface ReceiptFile {
  path: string;
  exists(): boolean;
  /** What is known of earlier purchases; undefined when there is nothing. Throws when the file cannot be understood. */
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

/** The receipt file of a domain and environment in a folder, which is made when it is written to. */
export function receiptFile(folder: string, domain: string, environment: string): ReceiptFile {
  const path = join(folder, `${fileNameOf(domain)}.${environment}.receipt.json`);
  const claimPath = `${path}.buying`;
  return {
    path,
    claimPath,
    exists: () => existsSync(path),
    read() {
      const text = readIfThere(path);
      if (text === undefined) return undefined;
      try {
        const receipt: unknown = JSON.parse(text);
        // What another version wrote into it is kept.
        v.assert(receiptSchema, receipt);
        return receipt;
      } catch {
        throw new Error(
          `The receipt ${path} cannot be understood. Find out whether ${domain} was bought, then remove it.`,
        );
      }
    },
    write(receipt) {
      mkdirSync(folder, { recursive: true });
      const draft = `${path}.${process.pid}.tmp`;
      try {
        writeDurably(draft, `${JSON.stringify(receipt, null, 2)}\n`, "w");
        patiently(() => renameSync(draft, path));
      } catch (error) {
        removeQuietly(draft);
        throw error;
      }
      syncFolder(dirname(path));
    },
    claim() {
      mkdirSync(folder, { recursive: true });
      try {
        // An empty file, for a disk that is full: it stands for the right by being there.
        writeDurably(claimPath, "", "wx");
      } catch (error) {
        if (codeOf(error) === "EEXIST") return false;
        throw error;
      }
      syncFolder(dirname(path));
      return true;
    },
    probe() {
      const file = `${path}.${process.pid}.probe`;
      try {
        mkdirSync(folder, { recursive: true });
        writeDurably(file, "\n", "w");
        patiently(() => rmSync(file));
      } catch (error) {
        throw new Error(
          `receiptFolder: receipts cannot be kept in ${folder} (${messageOf(error)}). Nothing was bought.`,
        );
      }
    },
    isClaimed: () => existsSync(claimPath),
    release: () => patiently(() => rmSync(claimPath, { force: true })),
  };
}

/**
 * The name of a domain in the names of its files. Windows takes a name that begins with one of these and a dot for a
 * device. No domain has an underscore, so the name stays one of its own.
 */
function fileNameOf(domain: string): string {
  return /^(con|prn|aux|nul|com\d|lpt\d)\./.test(domain) ? `_${domain}` : domain;
}

/**
 * How long to wait for who holds a file, try by try: 0.6 s together, so that a receipt is still written in the second
 * and a half that a cancelled step has left after its purchase.
 */
const heldPausesMilliseconds = [10, 20, 40, 80, 160, 320];

/** Acts on a file, again when a virus scanner or an indexer on Windows holds it, as they do for a moment. */
function patiently<T>(act: () => T): T {
  for (const milliseconds of heldPausesMilliseconds) {
    try {
      return act();
    } catch (error) {
      if (!["EPERM", "EACCES", "EBUSY"].includes(codeOf(error))) throw error;
    }
    // Sleeps instead of going on: nothing may come between an intent and its purchase.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  }
  return act();
}

function codeOf(error: unknown): string {
  return String(Reflect.get(Object(error), "code"));
}

function readIfThere(path: string): string | undefined {
  try {
    return patiently(() => readFileSync(path, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Removes what is left of a failed write; that this fails too is no news. */
function removeQuietly(path: string): void {
  try {
    rmSync(path);
  } catch {
    // The error that led here is the one to tell.
  }
}

/** Writes a file that only its owner may read, and waits until it is on the disk. */
function writeDurably(path: string, text: string, flags: "w" | "wx"): void {
  const file = patiently(() => openSync(path, flags, 0o600));
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a rename last; where a folder cannot be opened for that (Windows), the system sees to it. */
function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch {
    // A folder that cannot be synchronised is no reason not to go on: the file itself is.
  }
}
