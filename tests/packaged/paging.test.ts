import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../sandbox/agent";
import type { SandboxBuildService } from "../sandbox/build-service";
import { type Authority, makeAuthority } from "../sandbox/identity";
import {
  pagingKey,
  pagingRules,
  type SandboxPaging,
  type SandboxPagingKind,
  startPaging,
} from "../sandbox/paging";
import { type SandboxProxy, startProxy } from "../sandbox/proxy";
import { buildAuth } from "./monitor-stage";
import { fail, hour, useReportWindow } from "./report-window-stage";

const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  invoices: { severity: "high", owner: "Billing team", runbook: "https://wiki.contoso.com/invoices" },
};
const more = { pagerduty: {}, jsm: {}, incidentio: { source: "01GW2G3V0S59R238FAHPDS1R66" } };
const noSpace = ["1", "2", "3", "4", "##[error]write failed: No space left on device"];

describe("packaged PipelineMonitor, paging", () => {
  const { agent, stage } = useReportWindow();
  let authority: Authority;
  let caFile = "";
  before(async () => {
    authority = await makeAuthority("Company");
    caFile = join(agent().sourcesFolder, "..", "company.pem");
    writeFileSync(caFile, authority.cert);
  });

  /** Plays hours of a monitor whose paging service only a proxy leads to, as it leads to the real one. */
  async function play(
    kind: SandboxPagingKind,
    act: (
      watch: (start: number) => Promise<unknown>,
      paging: SandboxPaging,
      service: SandboxBuildService,
    ) => Promise<void>,
  ) {
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
        paging: { kind, key: "PAGER", ...more[kind] },
      };
      await stage(async (watch, service, chat) => {
        const secrets = { ...byChat(chat), PAGER_KEY: pagingKey };
        await act(
          (start) => watch({ start, variables: { "Agent.CAInfo": caFile }, step: { ...step, secrets } }),
          paging,
          service,
        );
      }, config);
      assert.deepEqual(paging.violations, []);
    } finally {
      await Promise.all([paging.close(), proxy.close()]);
    }
  }
  const byChat = (chat: { webhook: URL }) => ({ BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href });

  const invoices = { pipeline: "invoices", definitionId: 7 };

  for (const kind of Object.keys(pagingRules) as SandboxPagingKind[])
    it(`opens an alert in ${kind} once, and closes it`, async () => {
      await play(kind, async (watch, paging, service) => {
        fail(service, 1, -600, { ...invoices, logs: noSpace });
        await watch(0);
        fail(service, 2, 1800, { ...invoices, logs: noSpace });
        await watch(hour);
        fail(service, 3, hour + 1800, { ...invoices, result: "succeeded", runSeconds: 60 });
        await watch(2 * hour);
        const title = /invoices failed: write failed: No space left on device$/;
        assert.deepEqual(
          paging.events.map((event) => event.split(":")[0]),
          ["open", "close"],
        );
        for (const event of paging.events) assert.match(event, title);
        const [opening] = paging.requests.filter(({ body }) => body.includes("No space"));
        for (const text of ["buildId=1", "https://wiki.contoso.com/invoices", "Billing team"])
          assert.ok(opening?.body.includes(text), text);
      });
    });
});
