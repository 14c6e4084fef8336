import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../sandbox/agent";
import type { BuildServiceOptions, SandboxBuildService } from "../sandbox/build-service";
import type { SandboxChat } from "../sandbox/chat";
import { type Authority, makeAuthority } from "../sandbox/identity";
import {
  pagingKey,
  pagingRules,
  type SandboxPaging,
  type SandboxPagingKind,
  startPaging,
} from "../sandbox/paging";
import { type SandboxProxy, startProxy } from "../sandbox/proxy";
import type { MonitorRun } from "./extras-stage";
import { buildAuth } from "./monitor-stage";
import { useReportWindow } from "./report-window-stage";

const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  invoices: { severity: "high", owner: "Billing team", runbook: "https://wiki.contoso.com/invoices" },
};
const more = { pagerduty: {}, jsm: {}, incidentio: { source: "01GW2G3V0S59R238FAHPDS1R66" } };

interface Night {
  /** Runs the monitor so many seconds after its first run. */
  watch: (start: number, run?: Partial<MonitorRun>) => Promise<unknown>;
  paging: SandboxPaging;
  service: SandboxBuildService;
  chat: SandboxChat;
}

/** Plays hours of a monitor whose paging service only a proxy leads to, as it leads to the real one. */
export function usePaging() {
  const { agent, stage } = useReportWindow();
  let authority: Authority;
  let caFile = "";
  before(async () => {
    authority = await makeAuthority("Company");
    caFile = join(agent().sourcesFolder, "..", "company.pem");
    writeFileSync(caFile, authority.cert);
  });

  return async function play(
    kind: SandboxPagingKind,
    act: (night: Night) => Promise<void>,
    { keys = {}, options = {} }: { keys?: object; options?: Partial<BuildServiceOptions> } = {},
  ): Promise<void> {
    const { host } = pagingRules[kind];
    const paging = await startPaging(kind, await authority.issue(host));
    const proxy: SandboxProxy = await startProxy("u", "p", new Map([[`${host}:443`, paging.address]]));
    const step: Partial<Step> = {
      env: {
        BUILD_AUTH: "$(BUILD_AUTH)",
        PAGER: "$(PAGER_KEY)",
        HTTPS_PROXY: `http://u:p@${proxy.address.host}`,
      },
    };
    try {
      const config = {
        ...{ notify: "changes", window: undefined, explain_failures: true, pipelines },
        ...{ paging: { kind, key: "PAGER", ...more[kind] }, ...keys },
      };
      await stage(
        async (watch, service, chat) => {
          const secrets = { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href, PAGER_KEY: pagingKey };
          const variables = { "Agent.CAInfo": caFile };
          await act({
            ...{ paging, service, chat },
            watch: (start, run) => watch({ start, variables, step: { ...step, secrets }, ...run }),
          });
        },
        config,
        options,
      );
      assert.deepEqual(paging.violations, []);
    } finally {
      await Promise.all([paging.close(), proxy.close()]);
    }
  };
}
