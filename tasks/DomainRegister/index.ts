import { basename } from "node:path";
import type { Agent } from "../../shared/agent";
import { pathOfOurs } from "../../shared/output-values";
import { createRateBudget } from "../../shared/rate-budget";
import { createRegistrar, type Registrar } from "../../shared/registrar";
import { isCancelled, type Outcome, runTask, type Surroundings } from "../../shared/run-task";
import { check } from "./check";
import { concluded } from "./conclusion";
import { outcomeOf, publish } from "./outcome";
import { receiptFile } from "./receipt";
import { register } from "./register";
import { personalData, type RegistrationRequest, reducedRequest, requestToSend } from "./request";
import { readSetup, type Setup, task } from "./setup";
import { validate } from "./validate";

void runTask(task, async (surroundings) => {
  const { agent, clock, cancelled } = surroundings;
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
    return await act(setup, registrar, surroundings);
  } catch (error) {
    if (isCancelled(cancelled)) publish(agent, setup, concluded("cancelled"));
    throw error;
  } finally {
    registrar.dispose();
  }
});

function act(setup: Setup, registrar: Registrar, surroundings: Surroundings): Promise<Outcome> {
  const { agent, clock, cancelled } = surroundings;
  switch (setup.action) {
    case "check":
      return check(setup, registrar, agent, clock, cancelled);
    case "validate":
      return validate(setup, registrar, agent, clock.now(), cancelled);
    case "register":
      return registerAndTell(setup, registrar, surroundings);
  }
}

async function registerAndTell(
  setup: Extract<Setup, { action: "register" }>,
  registrar: Registrar,
  { agent, clock, cancelled }: Surroundings,
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
