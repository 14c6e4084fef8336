import { basename } from "node:path";
import type { Agent } from "../../shared/agent/agent";
import { pathOfOurs } from "../../shared/agent/output-values";
import { isCancelled, type Outcome, type TaskContext } from "../../shared/agent/task";
import { createRegistrar, type Registrar } from "../../shared/registrar/client";
import { createRateBudget } from "../../shared/registrar/rate-budget";
import { check } from "./check";
import { receiptFile } from "./registration/receipt";
import { register } from "./registration/register";
import { concluded } from "./report/conclusion";
import { outcomeOf, publish } from "./report/outcome";
import { personalData, type RegistrationRequest, reducedRequest, requestToSend } from "./request/parse";
import { readSetup, type Setup } from "./setup";
import { validate } from "./validate";

/** Checks, validates or registers a domain, and gives the result of the step (design, DomainRegister). */
export async function runRegister(context: TaskContext): Promise<Outcome> {
  const { agent, clock, cancelled } = context;
  const setup = readSetup(agent);
  if (setup.action !== "check") for (const text of personalData(setup.request)) agent.conceal(text);
  agent.print(`${setup.domain}: ${setup.action} at ${setup.baseAddress.href} (${setup.environment}).`);
  const registrar = createRegistrar({
    baseAddress: setup.baseAddress,
    authorization: setup.authorization,
    network: agent.network(setup.baseAddress),
    clock,
    budget: createRateBudget(setup.requestsPerMinute, clock),
  });
  try {
    return await act(setup, registrar, context);
  } catch (error) {
    if (isCancelled(cancelled)) publish(agent, setup, concluded("cancelled"));
    throw error;
  } finally {
    registrar.dispose();
  }
}

function act(setup: Setup, registrar: Registrar, context: TaskContext): Promise<Outcome> {
  const { agent, clock, cancelled } = context;
  switch (setup.action) {
    case "check":
      return check(setup, registrar, agent, clock, cancelled);
    case "validate":
      return validate(setup, registrar, agent, clock.now(), cancelled);
    case "register":
      return registerAndTell(setup, registrar, context);
  }
}

async function registerAndTell(
  setup: Extract<Setup, { action: "register" }>,
  registrar: Registrar,
  { agent, clock, cancelled }: TaskContext,
): Promise<Outcome> {
  const receipts = receiptFile(setup.receiptFolder, setup.domain, setup.environment, agent.sanitize);
  const service = setup.baseAddress.href;
  try {
    const result = await register({ ...setup, service, registrar, receipts, agent, clock, cancelled });
    const { end, registration } = result;
    if (end.outcome === "dryRun") printDryRun(requestToSend(setup.request, clock.now()), agent);
    publish(agent, setup, {
      outcome: end.outcome,
      answer: registration.lastAnswer,
      answeredAt: registration.lastAnswerAt,
      checks: registration.checks,
      dates: [],
      receipt: receipts.isUnderstood() ? basename(receipts.path) : undefined,
    });
    return outcomeOf(result, setup, receipts.path);
  } finally {
    // What is no receipt of ours is nobody's to see.
    if (receipts.isUnderstood()) {
      agent.output("receiptFile", pathOfOurs(receipts.path));
      agent.attach(receipts.path);
    }
  }
}

function printDryRun(request: RegistrationRequest, agent: Agent): void {
  const title = "dryRun is true. What would have been sent, with personal data reduced:";
  agent.group(title, JSON.stringify(reducedRequest(request), null, 2).split("\n"));
}
