import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { accessTokenReader, type WorkloadIdentity } from "../../../shared/azure-devops/access-token";
import { noNetworkSettings } from "../../memory-agent";
import { connectionId } from "../../sandbox/agent-environment";
import {
  identity,
  idTokenReply,
  jobToken,
  requestUrl,
  type SandboxEntra,
  startEntra,
} from "../../sandbox/entra";
import { type Authority, makeAuthority } from "../../sandbox/identity";
import { type LoopbackServer, startServer } from "../../sandbox/loopback";
import { temporaryFolder } from "../../temporary-folder";
import { type TestClock, testClock } from "../../test-clock";

/** Its clock never advances. */
export const step = { clock: testClock(), cancelled: new AbortController().signal };

/** Azure DevOps and Microsoft Entra on loopback, and readers of access tokens, for each test of a `describe`. */
export function tokenStage() {
  const folder = temporaryFolder();
  let azureDevOps: LoopbackServer;
  let entra: SandboxEntra;
  let clock: TestClock;
  const secrets: string[] = [];
  let authority: Authority;
  before(async () => {
    authority = await makeAuthority("Company");
  });
  beforeEach(async () => {
    writeFileSync(join(folder(), "company.pem"), authority.cert);
    entra = await startEntra(authority);
    const reply = (request: Parameters<typeof idTokenReply>[0]) =>
      idTokenReply(request, connectionId("reader"));
    const certificate = await authority.issue("dev.azure.com");
    azureDevOps = await startServer((request) => reply(request) ?? {}, certificate);
    entra.leadTo(azureDevOps.address, "dev.azure.com");
    clock = testClock({ passes: (milliseconds) => milliseconds < 30_000 });
    secrets.length = 0;
  });
  afterEach(() => Promise.all([azureDevOps.close(), entra.close()]));
  const network = () => ({
    ...noNetworkSettings,
    proxy: {
      proxyUrl: entra.proxy.address.href,
      proxyUsername: "somebody",
      proxyPassword: "canary-proxy-password",
    },
    certificates: { ...noNetworkSettings.certificates, caFile: join(folder(), "company.pem") },
  });
  return {
    get azureDevOps() {
      return azureDevOps;
    },
    get entra() {
      return entra;
    },
    get clock() {
      return clock;
    },
    secrets,
    reader(changes: Partial<WorkloadIdentity> = {}) {
      const secret = (value: string) => void secrets.push(value);
      const whole = {
        ...identity,
        connectionId: connectionId("reader"),
        requestUrl,
        idToken: "",
        ...changes,
      };
      const read = accessTokenReader(whole, { jobToken: () => jobToken, network, secret });
      return (rejected?: string) => read({ clock, cancelled: step.cancelled }, rejected);
    },
  };
}
