import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeAuthority } from "../sandbox/identity";
import { pagingKey, pagingRules, startPaging } from "../sandbox/paging";
import { startProxy } from "../sandbox/proxy";
import { buildAuth } from "./monitor-stage";
import { fail, hour, useReportWindow } from "./report-window-stage";

const config = {
  ...{ notify: "changes", window: undefined, explain_failures: true },
  pipelines: {
    default: { max_proc_time: 900, min_proc_time: 30 },
    invoices: { severity: "high", owner: "Billing team", runbook: "https://wiki.contoso.com/invoices" },
  },
  paging: { kind: "pagerduty", key: "PAGER" },
};
const noSpace = ["1", "2", "3", "4", "##[error]write failed: No space left on device"];

describe("packaged PipelineMonitor, paging", () => {
  const { agent, stage } = useReportWindow();
  const invoices = { pipeline: "invoices", definitionId: 7 };

  // What the other services are sent is tested in shared/paging/delivery.test.ts, and played by the fault table.
  it("opens an alert once, and closes it", async () => {
    const { host } = pagingRules.pagerduty;
    const authority = await makeAuthority("Company");
    const caFile = join(agent().sourcesFolder, "..", "company.pem");
    writeFileSync(caFile, authority.cert);
    const paging = await startPaging("pagerduty", await authority.issue(host));
    // Only a proxy leads to the service, as to the real one.
    const proxy = await startProxy("u", "p", new Map([[`${host}:443`, paging.address]]));
    const HTTPS_PROXY = `http://u:p@${proxy.address.host}`;
    const env = { BUILD_AUTH: "$(BUILD_AUTH)", PAGER: "$(PAGER_KEY)", HTTPS_PROXY };
    await stage(async (watchAt, service, chat) => {
      const secrets = { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href, PAGER_KEY: pagingKey };
      const watch = (start: number) =>
        watchAt({ start, variables: { "Agent.CAInfo": caFile }, step: { env, secrets } });
      fail(service, 1, -600, { ...invoices, logs: noSpace });
      await watch(0);
      fail(service, 2, 1800, { ...invoices, logs: noSpace });
      await watch(hour);
      fail(service, 3, hour + 1800, { ...invoices, result: "succeeded", runSeconds: 60 });
      await watch(2 * hour);
    }, config).finally(() => Promise.all([paging.close(), proxy.close()]));
    assert.deepEqual(paging.violations, []);
    assert.deepEqual(
      paging.events.map((event) => event.split(":")[0]),
      ["open", "close"],
    );
    for (const event of paging.events)
      assert.match(event, /invoices failed: write failed: No space left on device$/);
    const [opening] = paging.requests.filter(({ body }) => body.includes("No space"));
    for (const text of ["buildId=1", "https://wiki.contoso.com/invoices", "Billing team"])
      assert.ok(opening?.body.includes(text), text);
  });
});
