import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { Agent } from "../../shared/agent/agent";
import { pathOfOurs } from "../../shared/agent/output-values";
import type { Outcome } from "../../shared/agent/task";
import { accountOf } from "./inputs/credential";
import { lookAt } from "./look";
import { openReceiptFile } from "./registration/receipt-file";
import { register } from "./registration/register";
import { findResolvableUntil } from "./registration/replay";
import { createNarrator } from "./report/narrator";
import { renderRegistrationOutcome, renderTooEarly } from "./report/outcome";
import { publish } from "./report/publish";
import { type RegistrationRequest, reducedRequest, requestToSend } from "./request/request";
import type { RegisterSetup } from "./setup";
import type { Step } from "./step";

/** Waits for the domain's release and buys it. Publishes how that ended, and the receipt. */
export async function registerDomain(
  setup: RegisterSetup,
  { agent, clock, cancelled, registrar, rdap, recorder }: Step,
): Promise<Outcome> {
  const receipts = openReceiptFile(setup.receiptFolder, setup.domain, setup.environment, agent.sanitize);
  try {
    const result = await register({
      ...setup,
      service: setup.baseUrl.href,
      account: accountOf(setup.credential),
      registrar,
      receipts,
      agent,
      createNarrator: (rules, startedAt) =>
        recorder.following(createNarrator(agent, clock, rules, startedAt), rules.limit),
      clock,
      look: (signal) => lookAt(rdap, setup.domain, signal),
      createKey: randomUUID,
      cancelled,
    });
    const { end, registration } = result;
    const attempts = receipts.isReadable() ? (receipts.read()?.attempts ?? []) : [];
    const resolvableUntil = findResolvableUntil(attempts, { registrar, service: setup.baseUrl.href, clock });
    recorder.outcome(end.outcome, resolvableUntil);
    if (end.outcome === "dryRun") printDryRun(requestToSend(setup.request, clock.now()), agent);
    publish(agent, setup, {
      outcome: end.outcome,
      availability: registration.lastResponse,
      respondedAt: registration.lastResponseAt,
      checks: registration.checks,
      dates: end.outcome === "tooEarly" ? renderTooEarly(setup.domain, end, registration.lastResponseAt) : [],
      record: registration.record,
      receipt: receipts.isReadable() ? basename(receipts.path) : undefined,
      resolvableUntil,
    });
    return renderRegistrationOutcome(result, { ...setup, receiptPath: receipts.path, resolvableUntil });
  } finally {
    // A file that is not a receipt may be private: it is neither published nor attached.
    if (receipts.isReadable()) {
      agent.output("receiptFile", pathOfOurs(receipts.path));
      agent.attach(receipts.path);
    }
  }
}

function printDryRun(request: RegistrationRequest, agent: Agent): void {
  // A registrar that has the contacts gets another request than the person wrote.
  const title =
    request.kind === "whole"
      ? "Dry run: this request would have been sent (personal data is shortened):"
      : "Dry run: this would have been ordered, with the contacts of the account:";
  agent.group(title, JSON.stringify(reducedRequest(request), null, 2).split("\n"));
}
