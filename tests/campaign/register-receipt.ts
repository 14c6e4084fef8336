import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { member } from "./register-service";

/** Done by a person or a program between two runs. None of them knows how an attempt is hashed. */
export const receiptEdits = [
  ...(["cheaper body", "dearer body", "another domain", "another period", "another token"] as const),
  ...(["lower price", "another key", "not bought", "registered", "unknown"] as const),
  ...(["truncated", "deleted"] as const),
] as const;

/** An edit of the receipt. "deleted" is the documented way to forget purchases that a person has looked into. */
export type ReceiptEdit = (typeof receiptEdits)[number];

const bodyMembers: Partial<Record<ReceiptEdit, Record<string, unknown>>> = {
  "cheaper body": { cost: 1 },
  "dearer body": { cost: 999_999 },
  "another domain": { domain: "other.org" },
  "another period": { period: 9 },
  "another token": { quoteToken: "forged-forged-forged" },
};
const repeatableMembers: Partial<Record<ReceiptEdit, Record<string, unknown>>> = {
  "lower price": { price: 1 },
  "another key": { key: "00000000-0000-4000-8000-000000000000" },
};
const outcomes: Partial<Record<ReceiptEdit, string>> = {
  "not bought": "notBought",
  registered: "registered",
  unknown: "unknown",
};

/** Edits the receipt in a folder. Returns false if that changes nothing that an attempt says. */
export function editReceipt(folder: string, edit: ReceiptEdit): boolean {
  const file = receiptIn(folder);
  if (file === undefined) return false;
  const path = join(folder, file);
  if (edit === "deleted") {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
    return true;
  }
  const text = readFileSync(path, "utf8");
  if (edit === "truncated") {
    writeFileSync(path, text.slice(0, text.length / 2));
    return true;
  }
  const attempts = readAttempts(folder);
  const last = attempts.at(-1);
  const edited = editAttempt(last, edit);
  if (last === undefined || JSON.stringify(edited) === JSON.stringify(last)) return false;
  const changed = { ...JSON.parse(text), attempts: [...attempts.slice(0, -1), edited] };
  writeFileSync(path, `${JSON.stringify(changed, null, 2)}\n`);
  return true;
}

function editAttempt(attempt: unknown, edit: ReceiptEdit): unknown {
  const outcome = outcomes[edit];
  if (outcome !== undefined) return { ...Object(attempt), outcome };
  const repeatable: object = Object(member(attempt, "repeatable"));
  const inBody = bodyMembers[edit];
  const more = inBody === undefined ? repeatableMembers[edit] : { body: editBody(repeatable, inBody) };
  return { ...Object(attempt), repeatable: { ...repeatable, ...more } };
}

/** Only members that the body has are edited: an edit that adds one is another registrar's. */
function editBody(repeatable: object, members: Record<string, unknown>): unknown {
  const text = member(repeatable, "body");
  if (typeof text !== "string") return text;
  const body: object = JSON.parse(text);
  const known = Object.entries(members).filter(([name]) => Object.hasOwn(body, name));
  return JSON.stringify({ ...body, ...Object.fromEntries(known) });
}

/** Empty if there is no receipt that is JSON. */
export function readAttempts(folder: string): readonly unknown[] {
  const file = receiptIn(folder);
  if (file === undefined) return [];
  try {
    return attemptsOf(JSON.parse(readFileSync(join(folder, file), "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** An attempt is open if nobody knows how it ended. */
export function isOpen(attempt: unknown): boolean {
  return ["sending", "unknown"].includes(String(member(attempt, "outcome")));
}

/** Without a key, an attempt is identified by its time and account: two agents may send at the same time. */
export function keyOf(attempt: unknown): string {
  const key = member(attempt, "repeatable", "key");
  return String(key ?? `${member(attempt, "sentAt")} ${member(attempt, "account")}`);
}

function attemptsOf(receipt: unknown): readonly unknown[] {
  const attempts = member(receipt, "attempts");
  return Array.isArray(attempts) ? attempts : [];
}

function receiptIn(folder: string): string | undefined {
  return readdirSync(folder).find((entry) => entry.endsWith(".receipt.json"));
}
