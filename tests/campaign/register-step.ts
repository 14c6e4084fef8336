import type { Elsewhere } from "../faults/service-fault";
import { domain } from "../packaged/register-stage";
import type { Step, StepResult } from "../sandbox/agent";
import type { SandboxFee } from "../sandbox/godaddy-v3-state";
import type { SandboxRdap } from "../sandbox/rdap";
import type { AgentScript, RegisterScript } from "./register-script";
import { type CredentialName, prices, type RegistrarName, type TestedRegistrar } from "./register-service";
import { sabotage } from "./sabotage";

/** One run of the step, as it ended. */
export interface RegisterStep {
  by: string;
  /** The number of the run, from 1. */
  run: number;
  credential: CredentialName;
  wanted: Wanted;
  script: AgentScript;
  result: StepResult;
}

export interface Wanted {
  years: number;
  /** The most that may be charged, in the registrar's unit. */
  cap: number;
}

export const waitMinutes = 5;

export function wantedBy({ wish }: AgentScript, script: RegisterScript): Wanted {
  const isOther = wish === "another period";
  const years = script.registrar === "porkbun" ? 1 : isOther ? 3 - script.years : script.years;
  const cap = prices[script.registrar] * years + feesOf(script).reduce((sum, { fee }) => sum + fee.value, 0);
  return { years, cap: wish === "half the cap" ? Math.floor(cap / 2) : cap };
}

/** The fees of GoDaddy's quotes. */
export function feesOf({ fee, registrar }: RegisterScript): readonly SandboxFee[] {
  return fee === "none" || registrar !== "godaddyV3"
    ? []
    : [{ type: "PREMIUM", fee: { currencyCode: "USD", value: 500 } }];
}

export interface AgentStage {
  service: TestedRegistrar;
  receiptFolder: string;
  elsewhere: Elsewhere;
  wanted: Wanted;
  startsAt: number;
  rdap: SandboxRdap;
}

/** Lets a folder of receipts take no further file. */
function fullFolder({ fullAfterFiles }: AgentScript): string {
  return fullAfterFiles === undefined
    ? ""
    : `{
        const fs = require("node:fs");
        const { openSync } = fs;
        let left = ${fullAfterFiles};
        fs.openSync = (path, flags, ...rest) => {
          if (flags === "wx" && /receipt\\.json/.test(path) && left-- <= 0)
            throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
          return openSync(path, flags, ...rest);
        };
      }`;
}

/** Makes the step of an agent. */
export function stepOf(one: AgentScript, isSecond: boolean, stage: AgentStage): Step {
  const { service, elsewhere, wanted, rdap } = stage;
  const { requests } = service.server;
  const { ending, refusedConnections } = one;
  const until = requests.length + one.afterRequests;
  const isReached = () => requests.length >= until;
  const credential = (isSecond ? one.companion : undefined) ?? one.credential;
  const access = accessTo(service, credential, { connected: one.connected, isSecond });
  return {
    task: "DomainRegister",
    ...access,
    inputs: {
      ...{ action: "register", domain, receiptFolder: stage.receiptFolder, ...access.inputs },
      waitMinutes: String(waitMinutes),
      rdapUrl: rdap.server.href,
      maxPrice: maxPriceOf(service.name, wanted.cap),
      dryRun: String(one.dryRun),
      requireDefinitive: String(one.requireDefinitive && service.name !== "porkbun"),
    },
    clockStartsAt: stage.startsAt,
    detour: {
      ...{ path: "/(registrations|create/[^/]*|purchase)$", only: refusedConnections },
      ...{ protocol: "http:", hostname: "127.0.0.1", port: elsewhere.closedPort },
    },
    variables: { "System.Debug": String(one.debug) },
    ...(ending === "cancelled" ? { cancelWhen: isReached } : {}),
    ...(ending === "killed" ? { killWhen: isReached } : {}),
    sabotage: [sabotage, fullFolder(one)].join("\n"),
  };
}

/** How a step gets at a registrar: by its URL and variables, or by a service connection. */
export function accessTo(
  service: TestedRegistrar,
  credential: CredentialName,
  { connected = false, isSecond = false } = {},
): Pick<Step, "secrets" | "env" | "connections" | "inputs"> {
  const { name } = service;
  const inputs = { registrar: name, ...(name === "porkbun" ? {} : { requestFile: "domain.json" }) };
  const secrets = service.secretsOf(credential);
  const url = service.baseOf(isSecond).href;
  if (!connected) {
    const env: Record<string, string> =
      name === "godaddyV3"
        ? { REGISTRAR_TOKEN: "$(TOKEN)" }
        : { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)" };
    return { inputs: { ...inputs, apiUrl: url }, secrets, env };
  }
  const connection = {
    ...{ type: "pipelinekeeperregistrar", url, parameters: service.parametersOf(credential) },
    scheme: name === "godaddyV3" ? ("Token" as const) : ("UsernamePassword" as const),
    data: { registrar: "own" },
  };
  return {
    inputs: { ...inputs, registrarConnection: "registrar" },
    secrets,
    connections: { registrar: connection },
  };
}

/** Renders a cap as `maxPrice` takes it. The unit of GoDaddy's first API is known at its own host only. */
export function maxPriceOf(name: RegistrarName, cap: number): string {
  return name === "godaddy"
    ? String(cap)
    : `${Math.trunc(cap / 100)}.${String(cap % 100).padStart(2, "0")} USD`;
}
