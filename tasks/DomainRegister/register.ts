import { randomUUID } from "node:crypto";
import type { Agent } from "../../shared/agent/agent";
import type { Lookup } from "../../shared/rdap/client";
import { accountOf } from "./inputs/credential";
import { readRecord } from "./record";
import type { Context } from "./registration/context";
import { findOvercharge, findUnnoted } from "./registration/price";
import { openReceiptFile, type ReceiptFile } from "./registration/receipt-file";
import { register } from "./registration/register";
import { findResolvableUntil } from "./registration/replay";
import { renderDates, renderRecord } from "./render/lifecycle";
import { createNarrator } from "./render/narrator";
import { renderRegistrationOutcome, renderUnknown } from "./render/outcome";
import { type RegistrationRequest, reducedRequest, requestToSend } from "./request/request";
import type { SetupOf } from "./setup";
import type { ActionEnd, Step } from "./step";

export async function registerDomain(setup: SetupOf<"register">, step: Step): Promise<ActionEnd> {
  const { agent, clock, cancelled, registrar, recorder } = step;
  const { domain } = setup;
  const receipts = openReceipts(setup, step);
  let record: Lookup | undefined;
  const context: Context = {
    ...setup,
    service: setup.baseUrl.href,
    account: accountOf(setup.credential),
    registrar,
    receipts,
    agent,
    createNarrator: (rules, startedAt) =>
      recorder.following(createNarrator(agent, clock, rules, startedAt), rules),
    clock,
    async readRecord() {
      record = await readRecord(setup, step);
      for (const line of renderRecord(domain, record, clock.now())) agent.print(line);
      return record;
    },
    createKey: randomUUID,
    cancelled,
  };
  const registered = await register(context);
  const { end, registration } = registered;
  if (end.outcome === "dryRun") printDryRun(requestToSend(setup.request, clock.now()), agent);
  const attempts = receipts.tryRead()?.attempts ?? [];
  const resolvableUntil = findResolvableUntil(attempts, context);
  const overcharges = [
    ...attempts.map((attempt) => attempt.overcharge),
    // The receipt may not have been written.
    end.outcome === "registered" ? findOvercharge(end.order, setup.wanted.limit) : undefined,
  ];
  const overcharge = findUnnoted(overcharges, setup.wanted.notedCharge);
  const ended = { ...registered, timeline: recorder.timeline(), overcharge };
  const respondedAt = registration.lastResponseAt;
  return {
    outcome: end.outcome,
    availability: registration.lastResponse,
    respondedAt,
    // Once it is bought, the record of before is of no use.
    dates:
      record === undefined || end.outcome === "registered" ? [] : renderDates(domain, record, respondedAt),
    resolvableUntil,
    ...renderRegistrationOutcome(ended, context, resolvableUntil),
  };
}

/** Ends a step with wrong inputs, while the outcome of an earlier purchase is unknown. */
export function reportDoubt(setup: SetupOf<"doubt">, step: Step): ActionEnd {
  const receipts = openReceipts(setup, step);
  const { domain, baseUrl, credential, doubt } = setup;
  const resolvableUntil = findResolvableUntil(receipts.tryRead()?.attempts ?? [], {
    ...step,
    service: baseUrl.href,
    account: accountOf(credential),
  });
  const message = renderUnknown(doubt, { ...step, domain, receipts }, resolvableUntil);
  return { outcome: "unknown", resolvableUntil, result: "Failed", message, exitCode: 3 };
}

function openReceipts(
  { receiptFolder, domain, environment }: SetupOf<"register" | "doubt">,
  { agent, recorder }: Step,
): ReceiptFile {
  const receipts = openReceiptFile(receiptFolder, domain, environment, agent.sanitize);
  recorder.keeps(receipts);
  return receipts;
}

function printDryRun(request: RegistrationRequest, agent: Agent): void {
  // A registrar that has the contacts gets another request than the person wrote.
  const title =
    request.kind === "whole"
      ? "Dry run: this request would have been sent (personal data is shortened):"
      : "Dry run: this would have been ordered, with the contacts of the account:";
  agent.group(title, JSON.stringify(reducedRequest(request), null, 2).split("\n"));
}
