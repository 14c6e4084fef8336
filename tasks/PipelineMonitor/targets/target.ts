import type { WorkItems } from "../../../shared/azure-devops/work-items";
import type { Message, MessageForm } from "../../../shared/chat/message";
import { fingerprint } from "../config/fingerprint";
import type { Context } from "../issue/context";
import type { Entry } from "../issue/entry";
import { pathIn } from "../issue/finding";

import { handedOver } from "../issue/knowledge";
import type { Delivery, UnsentReport } from "../issue/report";
import type { Decision, Delivered } from "../ledger/decide";
import type { Addressed } from "../ledger/silence";
import type { Channel, TestResult } from "./channel";

/** A channel, a paging service or a tracker: which issues it takes, how they are written, and how they are sent. */
export interface Target extends Addressed, Pick<Channel, "isMention" | "opensLogPages" | "dispose"> {
  /** Names it to people; empty for the step's own webhook. */
  name: string;
  /** How to mention people there; undefined if it mentions nobody. */
  mention?: Channel["mention"];
  /** Tries it with something harmless. Throws only if it is cancelled. Without a credential, there is no service. */
  test(service: WorkItems | undefined): Promise<TestResult>;
  /** Tells what was decided. Throws only if the step is cancelled. Undefined if this run does not serve it. */
  tell: ((telling: TargetReport, context: Context) => Promise<Receipt>) | undefined;
}

/** A report for a target. */
export interface TargetReport {
  report: UnsentReport;
  decisions: readonly Decision[];
  /** Its message for a chat. */
  compose(form: MessageForm): Message;
}

/** The outcome of telling it. */
export interface Receipt {
  delivered: Delivery;
  of(decision: Decision): Delivered;
}

const guest = fingerprint(["guest"]);

/** The target of one run only: it is told of all that is wrong, and no later run knows it. */
export function guestOf(own: Target): Target {
  return { ...own, id: guest };
}

export function isGuest({ id }: Target): boolean {
  return id === guest;
}

const unopened = fingerprint(["unopened"]);

/** Stands for targets that a fault kept from being opened: no report is delivered to them. `name` names them to people. */
export function unopenedTarget(name: string): Target {
  return {
    id: unopened,
    kind: "chat",
    name,
    takes: () => false,
    isMention: () => false,
    opensLogPages: false,
    tell: async () => ({ delivered: "failed", of: () => "failed" }),
    test: async () => ({ result: "Failed", text: `Could not send anything to ${name}.` }),
    dispose: () => undefined,
  };
}

/** If an entry is owed to a target that is gone, or to a chat that does not take it any more, the chats that take it now are owed it. */
export function withHeirs(entry: Entry, targets: readonly Target[]): Entry {
  // It may be owed to a target that could not be opened, and is told when it can be.
  if (targets.some(({ id }) => id === unopened)) return entry;
  const takers = targets.filter(({ kind, takes }) => kind !== "chat" || takes(pathIn(entry.content)));
  const heirs = takers.filter((target) => target.kind === "chat" && !isGuest(target));
  const ids = (some: readonly Target[]) => some.map(({ id }) => id);
  return handedOver(entry, new Set(ids(takers)), ids(heirs));
}
