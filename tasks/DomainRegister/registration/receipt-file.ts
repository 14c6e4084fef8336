import { hostname } from "node:os";
import { join } from "node:path";
import { messageOf, systemErrorCode } from "../../../shared/errors";
import { makeFolder } from "../../../shared/folder";
import { type Sanitize, sanitizedJson } from "../../../shared/text/sanitize";
import {
  createDurably,
  isTaken,
  NotPlainFile,
  readPlainFile,
  remove,
  replaceDurably,
  temporaryPath,
} from "./durable-file";
import { findOpenPurchase, parseReceipt, type Receipt, renderOpen, renderReceipt } from "./receipt";

/** Thrown if what is in a receipt's place cannot be used, so that nobody knows what was bought. */
export class UnusableReceipt extends Error {}

/** The receipt of one domain and environment in a file, and the purchase lock beside it. */
export type ReceiptFile = ReturnType<typeof openReceiptFile>;

/**
 * Opens the receipt file of a domain and environment. `write` creates the folder if it is missing. `sanitize`
 * is applied to everything that the registrar sent before it is written.
 */
export function openReceiptFile(folder: string, domain: string, environment: string, sanitize: Sanitize) {
  // Windows takes a name that starts with one of these words and a dot for a device. No domain contains an underscore.
  const name = /^(con|prn|aux|nul|com\d|lpt\d)\./.test(domain) ? `_${domain}` : domain;
  const path = join(folder, `${name}.${environment}.receipt.json`);
  const lockPath = `${path}.buying`;
  const unreadable = (what: string) => new UnusableReceipt(`Cannot use the receipt ${path}: it is ${what}.`);

  /**
   * Reads what is known about earlier purchases. Undefined if there is no file. Throws `UnusableReceipt` for a
   * link, which is not followed, and for anything but a receipt of this domain and environment as it was written.
   */
  function read(): Receipt | undefined {
    let text: string | undefined;
    try {
      text = readPlainFile(path);
    } catch (error) {
      throw unreadable(error instanceof NotPlainFile ? error.message : `unreadable (${messageOf(error)})`);
    }
    const parsed = text === undefined ? undefined : parseReceipt(text, domain, environment);
    if (parsed !== undefined && "problem" in parsed) throw unreadable(parsed.problem);
    return parsed;
  }
  /** Reads like `read`, but a receipt that cannot be used counts as none. */
  function tryRead(): Receipt | undefined {
    try {
      return read();
    } catch {
      return undefined;
    }
  }
  /** Whether there is anything in the receipt's place, or may be. */
  function exists(): boolean {
    try {
      return isTaken(path);
    } catch {
      return true;
    }
  }
  return {
    path,
    lockPath,
    exists,
    read,
    tryRead,
    /** Replaces the file durably: after a power failure it is either the old one or the new one. */
    write(receipt: Receipt): void {
      makeFolder(folder);
      replaceDurably(path, renderReceipt(sanitizedReceipt(receipt, sanitize)));
    },
    /** Throws if the folder cannot be written to. Called before the wait, when it does no harm. */
    probe(): void {
      try {
        makeFolder(folder);
        const file = temporaryPath(path, "probe");
        createDurably(file, "\n");
        remove(file);
      } catch (error) {
        // Another folder would hide the purchases that this receipt knows.
        const advice = !exists()
          ? "Make it writable, or set `receiptFolder` to a folder that the agent can write to."
          : `Make it writable: it contains the receipt ${path}.`;
        throw new Error(
          `receiptFolder: receipts cannot be written to ${folder} (${messageOf(error)}). ` +
            `This run bought nothing. ${advice}`,
        );
      }
    },
    /** Takes the purchase lock, which excludes all others that share the folder. False if someone has it. */
    acquireLock(): boolean {
      makeFolder(folder);
      try {
        // The file is the lock because it exists. Its text is for the person who finds it.
        createDurably(lockPath, `${hostname()}\n`);
        return true;
      } catch (error) {
        if (systemErrorCode(error) === "EEXIST") return false;
        throw new Error(
          `This run bought nothing: ${lockPath} could not be written (${messageOf(error)}). Make its folder writable.`,
        );
      }
    },
    isLocked: (): boolean => isTaken(lockPath),
    releaseLock: (): void => remove(lockPath),
  };
}

export function renderLocked({ lockPath }: ReceiptFile): string {
  return (
    "A purchase lock exists: another agent is buying, or crashed while buying. " +
    `If none is running, delete ${lockPath}.`
  );
}

function sanitizedReceipt(receipt: Receipt, sanitize: Sanitize): Receipt {
  const attempts = receipt.attempts.map((attempt) => ({
    ...attempt,
    availability: attempt.availability.map((response) => sanitizedJson(response, sanitize)),
    answers: attempt.answers.map((response) => sanitizedJson(response, sanitize)),
  }));
  return { ...receipt, attempts };
}

/**
 * For a step that `problem` ends. If the receipt has a purchase whose outcome is unknown, or cannot be used, says so
 * together with the problem: the open purchase matters more. Otherwise undefined.
 */
export function findDoubt(receipts: ReceiptFile, problem: unknown): string | undefined {
  if (problem instanceof UnusableReceipt) return problem.message;
  try {
    const open = findOpenPurchase(receipts.read()?.attempts ?? []);
    return open && `${renderOpen(open)} Also, this run failed: ${messageOf(problem)}`;
  } catch (error) {
    return `${messageOf(error)} Also, this run failed: ${messageOf(problem)}`;
  }
}
