import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxAgent, Step } from "../sandbox/agent";
import { connectionId } from "../sandbox/agent-environment";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import {
  accessTokens,
  entraConnection,
  idTokenReply,
  jobToken,
  proxied,
  requestUrl,
  type SandboxEntra,
  startEntra,
} from "../sandbox/entra";
import { type Authority, makeAuthority } from "../sandbox/identity";
import { type Performance, perform, type StageOptions } from "./monitor-stage";

let authority: Promise<Authority> | undefined;

/** By default, a step that reads another organization without a token. */
export interface EntraOptions extends Omit<StageOptions, "step" | "arrange"> {
  step?: Partial<Step>;
  /** The host that is Azure DevOps there. */
  host?: string;
  arrange?: (service: SandboxBuildService, chat: SandboxChat, entra: SandboxEntra) => void;
}

/** The packaged monitor run once by a connection of the type Azure DevOps, in a network of a company. */
export async function performWithoutToken(
  agent: SandboxAgent,
  { step, arrange, host = "dev.azure.com", ...options }: EntraOptions = {},
): Promise<Performance & { entra: SandboxEntra }> {
  authority ??= makeAuthority("Company");
  const company = await authority;
  const caFile = join(agent.sourcesFolder, "..", "company.pem");
  writeFileSync(caFile, company.cert);
  const entra = await startEntra(company);
  const { variables, secrets } = proxied(entra, caFile);
  try {
    const performed = await perform(agent, {
      ...options,
      config: { url_base: "https://dev.azure.com/", ...options.config },
      service: {
        organization: "fabrikam",
        identity: await company.issue(host),
        authorizations: accessTokens.map((token) => `Bearer ${token}`),
        others: (request) => idTokenReply(request, connectionId("reader")),
        ...options.service,
      },
      step: (service, chat) => {
        entra.leadTo(service.address, host);
        arrange?.(service, chat, entra);
        return {
          env: {},
          jobToken,
          connections: { reader: entraConnection },
          ...step,
          inputs: {
            configFile: "monitor.json",
            webhookUrl: "$(WEBHOOK_URL)",
            azureDevOpsConnection: "reader",
            ...step?.inputs,
          },
          variables: { ...variables, "System.OidcRequestUri": requestUrl, ...step?.variables },
          secrets: { ...secrets, ...step?.secrets },
        };
      },
    });
    return { ...performed, entra };
  } finally {
    await entra.close();
  }
}
