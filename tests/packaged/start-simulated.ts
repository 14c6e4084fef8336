import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { didNotStart } from "../did-not-start";
import { readPage } from "../pages";
import { productNames } from "../sandbox/chat";
import { fewerThan } from "../sentences";
import { header } from "../tasks/PipelineMonitor/rule-table/case";
import { worksAgain } from "../works-again";
import { start } from "./start-stage";

describe("npm start without options", () => {
  /** It runs both tasks, which takes seconds. */
  let everything = "";
  before(async () => {
    everything = await start([]);
  });

  it("shows by default all that the monitor can tell of, and says which problems are simulated", async () => {
    const shown = everything;
    assert.match(shown, /^The simulated hour has these problems: agent build-07 is lost; /m);
    const lines = shown
      .slice(shown.indexOf(`${header}\n`), shown.search(/^\d+ problems in 13 runs/m))
      .split("\n");
    const told = [
      /^\*\*.*\*\*$/,
      /^invoices .* failed, 4th failure in a row since .* UTC\. .*Why: variable SMTP_HOST seems to be undefined: .*unbound variable.* Owner: Billing team\. \[runbook\]/,
      new RegExp(`^${fewerThan(20, 12)}$`),
      /^3 runs failed \(agent build-07 lost\): nightly import \[.*, price feed \[.* Owner: Data team\. \[runbook\]/,
      /^price feed .* lost its agent at 00:06 UTC; run again \(attempt 2\)\. .* Owner: Data team\./,
      /^db_backup .* failed, first failure after 212 successful runs\. .*Why: no space left \("pg_dump: error.* Owner: Platform team\./,
      new RegExp(String.raw`^stock levels ${didNotStart} at 00:10 UTC\. Owner: Shop team\.$`),
      /^site health .* is still waiting to start after 13[2-9]\d s \(22 min[^)]*\), limit 300 s \(5 min\)\. \[run\]/,
      /^nightly import .* is still running after 33\d\d s \(55 min[^)]*\), limit 900 s \(15 min\)\. \[log\]/,
      /^stock levels will reach 1000 runs in 7 days at 00:20 UTC, and .* 1008 runs a week, up to 2 in 15 minutes; 100[5-7] ran/,
      new RegExp(String.raw`^site health \[.*\) ${worksAgain(3)}, .*\.$`),
      /^> Evidence for assistants: .* \(10 lines\)$/,
      /^$/,
    ];
    assert.equal(lines.length, told.length, lines.join("\n"));
    for (const [index, pattern] of told.entries()) assert.match(lines[index] ?? "", pattern);
    assert.doesNotMatch(shown, /buildId=/);
  });

  /** Of the demonstration's pages, by their names. */
  const pageOf = (name: string) => {
    const [, path = ""] = new RegExp(`^ {2}(/.*/${name}\\.html)$`, "m").exec(everything) ?? [];
    return readFileSync(path, "utf8");
  };
  const reportOf = (name: string) => JSON.parse(/id="report">(.*?)<\/script>/s.exec(pageOf(name))?.[1] ?? "");

  it("shows the message in the log as Slack shows it, with whom to ask and what was repaired", () => {
    for (const part of [
      /^🚨 Night Shift: \d+ problems: invoices failing since .* 19:59 UTC, /m,
      /^🚨 invoices failed, 4th in a row .*\n {3}SMTP_HOST: unbound variable \(\/tmp\/send\.sh: line 4\) .*\n {3}Run .* · Log · Runbook · Billing team$/m,
      new RegExp(
        String.raw`^🔴 stock levels ${didNotStart} at 00:10 UTC\. .*\n {3}Pipeline · Shop team$`,
        "m",
      ),
      /^🟠 price feed lost its agent at 00:06 UTC; run again \(attempt 2\)\n.*\n.* · Runbook · Data team$/m,
    ])
      assert.match(everything, part);
  });

  it("shows the message that the page about chats shows, but for the day", () => {
    const page = readPage("docs", "monitor", "chats.md");
    const [, sample = ""] = /```text\n([\s\S]*?)```/.exec(page) ?? [];
    assert.match(sample, /^🚨 Night Shift: \d+ problems: /);
    const ofAnyDay = (text: string) =>
      text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, "DAY").replaceAll(/\b\d{8}(?=\.\d)/g, "DAY");
    assert.ok(ofAnyDay(everything).includes(ofAnyDay(sample)), everything);
  });

  it("answers in the tab and in every chat whom to ask, and links the pipeline of a missed run", () => {
    const { problems }: { problems: Record<string, string>[] } = reportOf("pipeline-monitor-report");
    const about = (words: RegExp) => problems.find(({ sentence = "" }) => words.test(sentence)) ?? {};
    assert.match(about(new RegExp(`^${didNotStart}`))["runUrl"] ?? "", /_build\?definitionId=6$/);
    const invoices = problems.find(({ pipeline }) => pipeline === "invoices");
    assert.deepEqual(
      [invoices?.["owner"], invoices?.["importance"], invoices?.["runbookUrl"]],
      ["Billing team", "high", "https://wiki.contoso.com/invoices"],
    );
    assert.equal(about(/run again \(attempt 2\)$/)["owner"], "Data team");
    const sections = pageOf("chats").split("<section>").slice(1);
    assert.equal(sections.length, productNames.length);
    for (const section of sections)
      for (const part of ["Billing team", "https://wiki.contoso.com/invoices", "attempt 2"])
        assert.ok(section.includes(part), `${part} in ${section.slice(0, 40)}`);
  });

  it("has times that agree: runs are numbered in the order in which they were queued, on their days", () => {
    const { runs }: { runs: { pipeline: string; number: string; queueTime: number }[] } =
      reportOf("pipeline-monitor-report");
    const keyOf = (number: string) => number.split(".").reduce((key, part) => key * 1000 + Number(part), 0);
    assert.ok(runs.length > 10);
    for (const { pipeline, number, queueTime } of runs) {
      const date = new Date(queueTime * 1000).toISOString().slice(0, 10).replaceAll("-", "");
      assert.equal(number.split(".")[0], date, pipeline);
      const later = runs.filter((one) => one.pipeline === pipeline && one.queueTime > queueTime);
      for (const one of later) assert.ok(keyOf(one.number) > keyOf(number), pipeline);
    }
  });

  it("saves the hub and the widget with owners and a missed run's pipeline, and each page says that it is simulated", () => {
    const names = ["pipeline-monitor-report", "domain-register-report", "chats", "widget"];
    const hubs = ["quiet-week", "bad-night", "flaky-month", "no-monitor"].map((name) => `hub-${name}`);
    for (const name of [...names, ...hubs]) {
      assert.match(pageOf(name), /<p style="[^"]*">Simulated<\/p>/, name);
      assert.match(pageOf(name), /<title>Simulated: /, name);
    }
    for (const name of ["hub-bad-night", "widget"])
      for (const part of ["Billing", "https://wiki.contoso.com/invoices", "_build?definitionId=2"])
        assert.ok(pageOf(name).includes(part), `${part} in ${name}`);
  });

  it("shows how a domain is released and bought, and what the account was charged", async () => {
    assert.match(everything, /^Starting: DomainRegister$/m);
    assert.match(everything, /^soon-released\.org is registered \(order 1001, total 11\.69 USD\)\.$/m);
    assert.equal(everything.match(/was charged 11.69 USD for soon-released\.org/g)?.length, 1);
  });

  it("ends with the pages of both tasks' reports, which need no server, and says where they are", async () => {
    const pages = [...everything.matchAll(/^ {2}(\/.*-report\.html)$/gm)].map(([, path = ""]) => path);
    assert.ok(pages.length >= 2);
    for (const path of pages)
      assert.match(readFileSync(path, "utf8"), /id="report">\{"kind":"(monitor|domain)"/);
  });
});
