import assert from "node:assert/strict";
import { ruleTable } from "../tasks/PipelineMonitor/rule-table/table";
import { now, perform, reportIn } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("packaged PipelineMonitor, rule by rule", () => {
  const agent = useAgent();

  for (const { rule, runs, config, lines } of ruleTable) {
    it(rule, async () => {
      const { log, chat, base, result, outputs } = await perform(agent(), {
        runs,
        ...(config && { config }),
      });
      const expected = lines.map((line) => line.replaceAll("BASE", base));
      assert.deepEqual(reportIn(log), expected);
      const issueCount = expected.length - 1;
      assert.deepEqual(chat.texts, issueCount === 0 ? [] : [expected.join("\n").replaceAll("_", "\\_")]);
      assert.equal(result, "Succeeded");
      assert.equal(outputs["issueCount"], String(issueCount));
    });
  }

  it("rule 7: posts what it has printed, also of names in other scripts", async () => {
    for (const pipeline of ["ייבוא לילי", "استيراد", "夜間取込", "a\u202eb\u2066c", "🏴\u{e0067}"]) {
      const { log, chat } = await perform(agent(), {
        runs: [{ id: 1, pipeline, buildNumber: pipeline, result: "failed", logs: ["x"] }],
      });
      assert.deepEqual(chat.texts, [reportIn(log).join("\n").replaceAll("_", "\\_")], pipeline);
    }
  });

  it("rule 1: asks for the runs since an hour and 30 seconds ago", async () => {
    const { service } = await perform(agent());
    const asked = service.requests[0]?.query.get("minTime") ?? "";
    const startedAgo = (Date.parse(asked) - (now - 3_630_000)) / 1000;
    assert.ok(startedAgo >= 0 && startedAgo <= 2, asked);
  });

  it("decision 4: reads every page, and every run counts", async () => {
    const runs = Array.from({ length: 25 }, (_, index) => ({
      id: index + 1,
      finishedSecondsAgo: 60 + index,
    }));
    const { outputs, service } = await perform(agent(), { runs, service: { pageSize: 10 } });
    assert.deepEqual([outputs["runCount"], service.requests.length], ["25", 3]);
  });

  it("quiet hour: one request, nothing posted", async () => {
    const { service, chat, log, outputs } = await perform(agent(), { runs: [{ id: 1 }] });
    assert.equal(service.requests.length, 1);
    assert.deepEqual(chat.requests, []);
    assert.deepEqual(log, [
      `Reading the runs of ${service.address.href}contoso/Night%20Shift with BUILD_AUTH.`,
      "No recent pipeline errors.",
      "0 problems in 1 run; nothing to post.",
    ]);
    assert.deepEqual(outputs, { runCount: "1", issueCount: "0", delivered: "notNeeded" });
  });

  it("searches a huge log as it arrives, also where error is split over two pieces, and stops at the hit", async () => {
    let sent = 0;
    const piece = Buffer.alloc(64 * 1024, "all is well\n");
    function* hugeLog(hitAt: number) {
      for (sent = 0; sent < 2000; sent++) {
        if (sent === hitAt) yield* [Buffer.from("xxer"), Buffer.from("rorxx")];
        yield piece;
      }
    }
    const logs = ["1", "2", "3", "4", "short", "long\nlonger"];
    const { log } = await perform(agent(), {
      runs: [{ id: 1, result: "failed", logs }],
      arrange: (service) =>
        service.faults.push({
          when: ({ path }) => path.endsWith("/logs/5"),
          reply: { status: 200, headers: { "content-type": "text/plain" }, body: hugeLog(20) },
        }),
    });
    assert.match(reportIn(log)[1] ?? "", /\/logs\/5\)$/);
    assert.ok(sent < 1500, `${sent} pieces were taken`);
  });
});
