import { isCancelled, type Outcome, type TaskContext } from "../../shared/agent/task";
import { messageOf } from "../../shared/errors";
import { createRateBudget } from "../../shared/registrar/rate-budget";
import { registrars } from "../../shared/registrar/registrars";
import { checkAvailability } from "./check";
import { credentialAdvice } from "./inputs/credential";
import { registerDomain, reportDoubt } from "./register";
import { publish } from "./render/publish";
import { createRecorder } from "./render/run-result";
import { testNotice } from "./render/summary";
import { personalData } from "./request/request";
import { type DomainSetup, readDomainSetup } from "./setup";
import type { ActionEnd, Step } from "./step";
import { validateRequest } from "./validate";

export async function runRegister(context: TaskContext): Promise<Outcome> {
  const { agent, cancelled } = context;
  const setup = readDomainSetup(agent);
  if ("request" in setup) for (const text of personalData(setup.request)) agent.conceal(text);
  agent.reveal(setup.domain);
  for (const line of renderIntroduction(setup)) agent.print(line);
  const step = openStep(setup, context);
  try {
    const { result, exitCode, ...ended } = await act(setup, step);
    publish(step.recorder.result(ended), agent);
    return { result, message: ended.message, exitCode };
  } catch (error) {
    const outcome = isCancelled(cancelled) ? "cancelled" : "failed";
    const message = messageOf(cancelled.aborted ? cancelled.reason : error);
    publish(step.recorder.result({ outcome, message }), agent);
    throw error;
  } finally {
    step.registrar.dispose();
  }
}

/** Describes the step's work, and the registrar, if it asks one. */
function renderIntroduction(setup: DomainSetup): string[] {
  const { domain, baseUrl, environment, traits } = setup;
  if (!asksRegistrar(setup)) return [`Reading the public record of ${domain}.`];
  const action = setup.action === "doubt" ? "register" : setup.action;
  return [
    `Running \`${action}\` for ${domain} at ${baseUrl.href} (${traits.name}, ${environment}).`,
    ...(environment === "test" ? [testNotice] : []),
    ...traits.limitations,
  ];
}

function asksRegistrar(setup: DomainSetup): boolean {
  return setup.action !== "check" || setup.hasAccess;
}

function openStep(setup: DomainSetup, context: TaskContext): Step {
  const { agent, clock } = context;
  const { domain, environment, traits, baseUrl, credential, requestsPerMinute, network } = setup;
  const registrar = registrars[traits.name].create(
    {
      baseUrl,
      credential,
      credentialAdvice: credentialAdvice(agent, traits.name),
      network,
      clock,
      budget: createRateBudget(requestsPerMinute, clock),
    },
    traits,
  );
  const recorder = createRecorder(clock, {
    domain,
    environment,
    traits,
    baseUrl: asksRegistrar(setup) ? baseUrl : undefined,
  });
  return { ...context, registrar, recorder };
}

async function act(setup: DomainSetup, step: Step): Promise<ActionEnd> {
  switch (setup.action) {
    case "check":
      return checkAvailability(setup, step);
    case "validate":
      return validateRequest(setup, step);
    case "register":
      return registerDomain(setup, step);
    case "doubt":
      return reportDoubt(setup, step);
  }
}
