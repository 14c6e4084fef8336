import { createHmac } from "node:crypto";
import type { Agent, ServiceConnection } from "../../../shared/agent/agent";
import { type InputReader, readSecretVariable } from "../../../shared/agent/inputs";
import { unresolvedVariable } from "../../../shared/errors";
import type { RegistrarName } from "../../../shared/registrar/registrar";
import { registrars } from "../../../shared/registrar/registrars";
import type { RegistrarCredential } from "../../../shared/registrar/requests";

const keyNames = ["REGISTRAR_API_KEY", "REGISTRAR_API_SECRET"] as const;
const tokenName = "REGISTRAR_TOKEN";

const noCredential: RegistrarCredential = { kind: "none" };

const variablesOf = { keyAndSecret: keyNames, token: [tokenName] } as const;

/** How people here give the task a credential for a registrar: an imperative clause. */
export function credentialAdvice(agent: Agent, registrar: RegistrarName): string {
  const [usual] = registrars[registrar].credentials;
  return agent.secretAdvice("registrarConnection", ...variablesOf[usual]);
}

/**
 * Reads the credential from the environment variables: a token, or key and secret. Both are a contradiction.
 * `isOptional` allows none.
 */
export function readCredential(
  reader: InputReader,
  agent: Agent,
  registrar: RegistrarName,
  isOptional: boolean,
): RegistrarCredential {
  const { problems } = reader;
  const before = problems.length;
  const [key, secret, token] = [...keyNames, tokenName].map((name) =>
    readSecretVariable(reader, agent, name),
  );
  if (problems.length > before) return noCredential;
  const report = (name: string, problem: string) => {
    problems.push(`${name}: ${problem}`);
    return noCredential;
  };
  const kinds = registrars[registrar].credentials;
  const keyName = key ? keyNames[0] : secret ? keyNames[1] : undefined;
  if (token && keyName) return report(tokenName, `contradicts ${keyName}. Give one credential only`);
  if (token && kinds.includes("token")) return { kind: "token", token };
  const advice = credentialAdvice(agent, registrar);
  if (token) return report(tokenName, `${registrar} takes key and secret; ${advice}`);
  if (keyName && !kinds.includes("keyAndSecret"))
    return report(keyName, `${registrar} takes a token; ${advice}`);
  if (key && secret) return { kind: "keyAndSecret", key, secret };
  if (isOptional && !keyName) return noCredential;
  const absent = variablesOf[kinds[0]].filter((name) => (name === keyNames[0] ? !key : !secret));
  for (const name of absent)
    report(name, `missing from the environment; ${agent.secretAdvice("registrarConnection", name)}`);
  return noCredential;
}

export function readConnectionCredential(
  connection: ServiceConnection,
  registrar: RegistrarName,
  agent: Agent,
  problems: string[],
): RegistrarCredential {
  const report = (what: string) => void problems.push(`registrarConnection: ${what}`);
  const [key = "", secret = "", token = ""] = ["username", "password", "apitoken"].map((name) =>
    connection.parameter(name),
  );
  for (const value of [key, secret, token]) agent.secret(value);
  if (/\s/.test(key + secret + token))
    report("its credential contains a space or a line break. Copy it again");
  const kinds = registrars[registrar].credentials;
  if (token !== "" && kinds.includes("token")) return { kind: "token", token };
  if (token === "" && kinds.includes("keyAndSecret")) {
    if (key === "" || secret === "") report("its key or its secret is missing. Edit the connection");
    return { kind: "keyAndSecret", key, secret };
  }
  report(`${registrar} takes ${kinds.includes("token") ? "a token" : "key and secret"}. Edit the connection`);
  return noCredential;
}

/**
 * Stands for the account of a credential in receipts. No registrar's API names the account, so another credential
 * of the same account looks like another account. The credential cannot be found from it.
 */
export function accountOf(credential: RegistrarCredential): string {
  const { kind, ...secrets } = credential;
  const key = Object.values(secrets).join(":");
  return createHmac("sha256", key).update(`pipeline-keeper account by ${kind}`).digest("hex");
}

/** The environment variables of a credential that have a value. Registers the values as secrets. */
export function readCredentialNames(agent: Agent): string[] {
  return [...keyNames, tokenName].filter((name) => {
    const value = agent.environment(name);
    agent.secret(value);
    return value !== "" && unresolvedVariable(name, value, "") === undefined;
  });
}
