import { isCancelled, type Outcome, type TaskContext } from "../../shared/agent/task";
import type { Rdap } from "../../shared/rdap/client";
import { createRateBudget } from "../../shared/registrar/rate-budget";
import type { Registrar } from "../../shared/registrar/registrar";
import { registrars } from "../../shared/registrar/registrars";
import { checkAvailability } from "./check";
import { credentialAdvice } from "./inputs/credential";
import { openPublicRecords } from "./look";
import { registerDomain } from "./register";
import { publish } from "./report/publish";
import { reportWithoutCheck } from "./report/run-report";
import { personalData } from "./request/request";
import { type DomainSetup, readDomainSetup } from "./setup";
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
  const rdap = openPublicRecords(setup.rdapUrl, context);
  try {
    return await act(setup, registrar, rdap, context);
  } catch (error) {
    if (isCancelled(cancelled)) publish(agent, setup, reportWithoutCheck("cancelled"));
    throw error;
  } finally {
    registrar.dispose();
  }
}

function act(setup: DomainSetup, registrar: Registrar, rdap: Rdap, context: TaskContext): Promise<Outcome> {
  switch (setup.action) {
    case "check":
      return checkAvailability(setup, registrar, rdap, context);
    case "validate":
      return validateRequest(setup, registrar, context);
    case "register":
      return registerDomain(setup, registrar, rdap, context);
  }
}
