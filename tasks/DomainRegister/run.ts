import { isCancelled, type Outcome, type TaskContext } from "../../shared/agent/task";
import { messageOf } from "../../shared/errors";
import { createRateBudget } from "../../shared/registrar/rate-budget";
import { registrars } from "../../shared/registrar/registrars";
import { attachReport } from "./attach-report";
import { checkAvailability } from "./check";
import { credentialAdvice } from "./inputs/credential";
import { openPublicRecords } from "./look";
import { registerDomain } from "./register";
import { publish } from "./report/publish";
import { createRecorder } from "./report/recorder";
import { reportWithoutCheck } from "./report/run-report";
import { personalData } from "./request/request";
import { type DomainSetup, readDomainSetup } from "./setup";
import type { Step } from "./step";
import { validateRequest } from "./validate";

/** Checks, validates or registers a domain, and returns the outcome of the step (design, DomainRegister). */
export async function runRegister(context: TaskContext): Promise<Outcome> {
  const { agent, clock, cancelled } = context;
  const setup = readDomainSetup(agent);
  if (setup.action !== "check") for (const text of personalData(setup.request)) agent.conceal(text);
  agent.print(
    `Running \`${setup.action}\` for ${setup.domain} at ${setup.baseUrl.href} (${setup.traits.name}, ${setup.environment}).`,
  );
  for (const limitation of setup.traits.limitations) agent.print(limitation);
  const registrar = registrars[setup.traits.name].create(
    {
      baseUrl: setup.baseUrl,
      credential: setup.credential,
      credentialAdvice: credentialAdvice(agent, setup.traits.name),
      network: agent.network(setup.baseUrl),
      clock,
      budget: createRateBudget(setup.requestsPerMinute, clock),
    },
    setup.traits,
  );
  const recorder = createRecorder(clock, setup.traits.unit);
  const step = { ...context, registrar, rdap: openPublicRecords(setup.rdapUrl, context), recorder };
  try {
    const outcome = await act(setup, step);
    await attachReport(agent, setup, recorder, outcome.message);
    return outcome;
  } catch (error) {
    if (isCancelled(cancelled)) {
      publish(agent, setup, reportWithoutCheck("cancelled"));
      recorder.outcome("cancelled");
    }
    await attachReport(agent, setup, recorder, messageOf(cancelled.aborted ? cancelled.reason : error));
    throw error;
  } finally {
    registrar.dispose();
  }
}

function act(setup: DomainSetup, step: Step): Promise<Outcome> {
  switch (setup.action) {
    case "check":
      return checkAvailability(setup, step);
    case "validate":
      return validateRequest(setup, step);
    case "register":
      return registerDomain(setup, step);
  }
}
