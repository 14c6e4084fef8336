import { randomUUID } from "node:crypto";
import type { Agent } from "../../shared/agent/agent";
import { lookUp } from "../../shared/rdap/client";
import { accountOf } from "./inputs/credential";
import type { Context } from "./registration/context";
import { openReceiptFile } from "./registration/receipt-file";
import { register } from "./registration/register";
import { findResolvableUntil } from "./registration/replay";
import { createNarrator } from "./render/narrator";
import { renderRegistrationOutcome, renderTooEarly } from "./render/outcome";
import { type RegistrationRequest, reducedRequest, requestToSend } from "./request/request";
import type { SetupOf } from "./setup";
import type { ActionEnd, Step } from "./step";

export async function registerDomain(
  setup: SetupOf<"register">,
  { agent, clock, cancelled, registrar, recorder }: Step,
): Promise<ActionEnd> {
  const receipts = openReceiptFile(setup.receiptFolder, setup.domain, setup.environment, agent.sanitize);
  const parts: Context = {
    ...setup,
    service: setup.baseUrl.href,
    account: accountOf(setup.credential),
    registrar,
    receipts,
    agent,
    createNarrator: (rules, startedAt) =>
      recorder.following(createNarrator(agent, clock, rules, startedAt), rules.limit),
    clock,
    look: (signal) => lookUp(setup.domain, { agent, clock, cancelled: signal }, setup.rdapUrl),
    createKey: randomUUID,
    cancelled,
  };
  recorder.keeps(receipts);
  const registered = await register(parts);
  const { end, registration } = registered;
  if (end.outcome === "dryRun") printDryRun(requestToSend(setup.request, clock.now()), agent);
  const resolvableUntil = findResolvableUntil(receipts.tryRead()?.attempts ?? [], parts);
  const respondedAt = registration.lastResponseAt;
  return {
    outcome: end.outcome,
    availability: registration.lastResponse,
    respondedAt,
    dates: end.outcome === "tooEarly" ? renderTooEarly(setup.domain, end, respondedAt) : [],
    resolvableUntil,
    ...renderRegistrationOutcome(registered, parts, resolvableUntil),
  };
}

function printDryRun(request: RegistrationRequest, agent: Agent): void {
  // A registrar that has the contacts gets another request than the person wrote.
  const title =
    request.kind === "whole"
      ? "Dry run: this request would have been sent (personal data is shortened):"
      : "Dry run: this would have been ordered, with the contacts of the account:";
  agent.group(title, JSON.stringify(reducedRequest(request), null, 2).split("\n"));
}
