import assert from "node:assert/strict";
import { basename } from "node:path";
import { parseReport } from "../../shared/report/parse";
import { attachedReports } from "../sandbox/report-pages";
import { perform } from "./monitor-stage";
import { domain, isAvailability, registerOnce, releasedAtCheck, withRegistrar } from "./register-stage";
import { useAgent } from "./use-agent";

describe("what the run's page shows of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const runs = [
    { id: 1, result: "failed", logs: ["a", "b", "c", "d", "an error"] },
    { id: 2, pipeline: "price feed" },
  ];

  it("is a summary: issues with their links, pipelines, window", async () => {
    const { summaries, base } = await perform(agent(), { runs });
    const text = summaries["Pipeline Monitor"] ?? "";
    assert.deepEqual(Object.keys(summaries), ["Pipeline Monitor"]);
    assert.ok(
      text.startsWith(
        `**nightly import failed at 03:09 UTC**\n\n- **nightly import** failed at 03:09 UTC  \n  [Run 20261120.1](${base}/_build/results?buildId=1) · [Log](`,
      ),
      text,
    );
    assert.match(text, /^\| nightly import \| 1 \| \*\*1\*\* \| \*\*1\*\* \|/m);
    assert.match(text, /^\| price feed \| 1 \| 0 \| 0 \|/m);
    assert.match(text, /^2 runs finished from 2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC\.$/m);
  });

  it("is a summary when all is well, and none when the monitor could not see", async () => {
    const well = await perform(agent(), { runs: [{ id: 1 }] });
    assert.match(well.summaries["Pipeline Monitor"] ?? "", /^No recent pipeline errors\./);
    const blind = await perform(agent(), { config: { url_base: "http://127.0.0.1:9/" } });
    assert.deepEqual([blind.result, blind.summaries], ["Failed", {}]);
  });

  it("says that nobody was told, and why, when the chat did not take the message", async () => {
    const { summaries, issues } = await perform(agent(), {
      runs,
      arrange: (_, { faults }) => faults.push({ when: () => true, reply: { status: 404 } }),
    });
    assert.match(
      summaries["Pipeline Monitor"] ?? "",
      /^\*\*nightly import failed at 03:09 UTC\*\*\n\n\*\*The message was not delivered:\*\* see the step's log\.\n\n- /,
    );
    assert.match(
      issues[0]?.message ?? "",
      /^The message was not delivered\. .* returned 404 Not Found\. The webhook was/,
    );
    assert.equal(issues[1]?.message, "1 problem in 2 runs; the message could not be delivered.");
  });

  it("is the report all the same when the summary cannot be written", async () => {
    const { result, outputs, issues, summaries } = await perform(agent(), {
      runs,
      step: {
        sabotage: `const fs = require("node:fs");
          const mkdtempSync = fs.mkdtempSync;
          fs.mkdtempSync = (prefix, ...rest) => {
            if (prefix.endsWith("summary-")) throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
            return mkdtempSync(prefix, ...rest);
          };`,
      },
    });
    assert.deepEqual([result, outputs["delivered"], summaries], ["Succeeded", "sent", {}]);
    assert.deepEqual(issues, [
      {
        type: "warning",
        message: "Could not write the summary for the run's page: ENOSPC: no space left",
      },
    ]);
  });

  it("has a report for the tab, attached by its type, whose runs are those of the message", async () => {
    const { attachments, filesLeft } = await perform(agent(), { runs });
    assert.deepEqual(
      attachments.map(({ type, path }) => [type, basename(path)]),
      [["pipeline-keeper.report", "pipeline-monitor.json"]],
    );
    const [, text = ""] = [...filesLeft].find(([name]) => name.endsWith("pipeline-monitor.json")) ?? [];
    const parsed = parseReport(text);
    assert.ok(parsed.kind === "report" && parsed.report.kind === "monitor", text);
    const { runs: drawn, issueCount, configuration } = parsed.report;
    assert.deepEqual([issueCount, configuration], [1, "monitor.json"]);
    assert.deepEqual(drawn.map(({ pipeline, verdict }) => [pipeline, verdict]).sort(), [
      ["nightly import", "failed"],
      ["price feed", "ok"],
    ]);
  });

  it("costs a warning each, and nothing else, when neither report nor page can be written", async () => {
    const { result, outputs, issues, attachments, uploads } = await perform(agent(), {
      runs,
      step: {
        sabotage: `const fs = require("node:fs");
          const mkdtempSync = fs.mkdtempSync;
          fs.mkdtempSync = (prefix, ...rest) => {
            if (/(report|page)-$/.test(prefix)) throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
            return mkdtempSync(prefix, ...rest);
          };`,
      },
    });
    assert.deepEqual([result, outputs["delivered"], attachments, uploads], ["Succeeded", "sent", [], []]);
    assert.deepEqual(
      issues.map(({ message }) => message),
      ["report for the run's page", "report for download"].map(
        (what) => `Could not write the ${what}: ENOSPC: no space left`,
      ),
    );
  });

  it("has the same report as a page for download", async () => {
    const step = await perform(agent(), { runs });
    assert.deepEqual(
      step.uploads.map((path) => basename(path)),
      ["pipeline-monitor-report.html"],
    );
    const [, html = ""] = [...step.filesLeft].find(([name]) => name.endsWith(".html")) ?? [];
    const [, held = ""] = /<script type="application\/json" id="report">(.*?)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(held), JSON.parse(attachedReports(step)[0] ?? ""));
  });

  it("folds the configuration of a test, and shows how far the search for logs is", async () => {
    const { log } = await perform(agent(), { runs, config: { test_flag: true } });
    const start = log.indexOf("##[group]test_flag is true: nothing is posted. The configuration:");
    const end = log.indexOf("##[endgroup]");
    assert.ok(start >= 0 && end > start + 5);
    assert.equal(log[start + 1], "{");
    assert.ok(log.includes("(100 % Searching the logs)"));
  });
});

describe("what the run's page shows of the packaged DomainRegister", () => {
  const agent = useAgent();
  const summaryOf = async (inputs: Record<string, string>) =>
    (await registerOnce(agent(), { inputs })).summaries["Domain Register"] ?? "";

  it("is a summary of a purchase with its price, its receipt and nothing left to do", async () => {
    const text = await summaryOf({});
    assert.match(text, /^\| Outcome \| registered \|$/m);
    assert.match(text, /^\| Last response \| available, certain, at 2026-11-20 03:01:\d\d UTC \|$/m);
    assert.match(text, /^\| Price \| 11\.69 USD \(11690000 in the registrar's unit\) for 1 year \|$/m);
    assert.match(
      text,
      new RegExp(`^\\| Receipt \\| ${domain}\\.production\\.receipt\\.json \\(attached to this run\\)`, "m"),
    );
    assert.match(text, /^\*\*Next:\*\* The domain is yours\. Disable the schedule/m);
  });

  it("is a summary of a check with the dates of the stages", async () => {
    const text = await summaryOf({ action: "check", expirationDate: "2026-11-01" });
    assert.match(text, /^\| Outcome \| notAvailable \|$/m);
    assert.match(text, /^- Stage by expiration date \(2026-11-01\): auto-renew grace period\.?/m);
    assert.match(text, /^ {2}- released between 2026-12-06 and 2027-01-20$/m);
  });

  it("is a summary of every other way to end that tells what is next", async () => {
    for (const [inputs, outcome, next] of [
      [{ action: "validate" }, "valid", /`action: register` with `dryRun: true`/],
      [{ waitMinutes: "0" }, "notAvailable", /A scheduled pipeline keeps waiting/],
      [{ maxPrice: "1", waitMinutes: "2" }, "tooExpensive", /raise `maxPrice`/],
      [{ dryRun: "true" }, "dryRun", /run again without `dryRun`/],
    ] as const) {
      const text = await summaryOf(inputs);
      assert.ok(text.includes(`| Outcome | ${outcome} |`), text);
      assert.match(text, next);
    }
  });

  it("is a summary of a registrar that does not answer, and of a cancelled wait", async () => {
    const unanswered = await registerOnce(agent(), {
      inputs: { waitMinutes: "1" },
      registrar: {},
      arrange: ({ faults }) => faults.push({ when: isAvailability, reply: { status: 503 } }),
    });
    assert.match(unanswered.summaries["Domain Register"] ?? "", /^\| Outcome \| unanswered \|$/m);
    const cancelled = await withRegistrar(
      agent(),
      { registrar: { domains: [releasedAtCheck(99)] } },
      ({ run }) =>
        run({
          inputs: { waitMinutes: "1440" },
          step: { cancelWhen: (output) => output.includes("Not available") },
        }),
    );
    assert.match(cancelled.summaries["Domain Register"] ?? "", /^\| Outcome \| cancelled \|$/m);
  });

  it("folds the request of a dry run", async () => {
    const { log } = await registerOnce(agent(), { inputs: { dryRun: "true" } });
    const start = log.indexOf(
      "##[group]Dry run: this request would have been sent (personal data is shortened):",
    );
    assert.ok(start >= 0 && log.indexOf("##[endgroup]") > start + 5);
  });
});
