import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { root } from "../root";

const startPath = resolve(__dirname, "..", "sandbox", "start.js");

describe("npm start", () => {
  let folder = "";
  /** Without options, it runs both tasks, which takes seconds. */
  let everything = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "start-"));
    everything = await start();
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Ports and times, which differ each time, are replaced. */
  async function start(...options: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [startPath, ...options]);
    return stdout
      .replace(/127\.0\.0\.1:\d+/g, "SERVICE")
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "MOMENT");
  }

  it("shows the log of the packaged task, and the message as the channel shows it", async () => {
    const shown = await start("--seed", "1");
    assert.match(shown, /^Starting: PipelineMonitor$/m);
    assert.match(shown, /^price feed \[20261120\.1\]\(…\) ran too long: 1834 s/m);
    assert.match(shown, /^Result: Succeeded {3}Outputs: runCount=20, issueCount=\d, delivered=sent$/m);
    assert.match(shown, /^ {2}\| Pipeline \| Runs \| Issues \| Failed \|/m);
    assert.match(shown, /^ {2}20 runs finished from .* to .* UTC\.$/m);
    assert.match(shown, /^ {2}Recent pipeline issues$/m);
    assert.match(
      shown,
      /^ {2}price feed 20261120\.1 ran too long: 1834 s \(30 min 34 s\), allowed 30 to 900 s\. log/m,
    );
  });

  it("shows by default all that the monitor can tell of, and says what it did on purpose", async () => {
    const shown = everything;
    assert.match(shown, /^On purpose, agent build-07 is lost, /m);
    const lines = shown.slice(shown.indexOf("**Recent"), shown.indexOf("11 issues in 13 runs")).split("\n");
    const told = [
      /^\*\*Recent pipeline issues\*\*$/,
      /^Fewer runs than expected in the last hour: expected more than 20, found 12\.$/,
      /^4 runs failed \(agent build-07 lost\): nightly import \[.*, price feed \[.*\) \[run\]\(.*\(first failure after 1 successful run\)$/,
      /^invoices .* failed, 4th failure in a row since .* UTC: status completed, result failed\. .*Why: variable SMTP_HOST seems to be undefined: .*unbound variable/,
      /^db_backup .* failed, first failure after 212 successful runs: status completed, result failed\. .*Why: no space left \("pg_dump: error/,
      /^stock levels did not run at \d{4}-\d\d-\d\d 00:10 UTC\.$/,
      /^site health .* is still waiting to start after 13[2-9]\d s \(22 min[^)]*\), limit 300 s \(5 min\)\. \[run\]/,
      /^nightly import .* is still running after 33\d\d s \(55 min[^)]*\), limit 900 s \(15 min\)\. \[log\]/,
      /^stock levels will reach 1000 runs in 7 days at \d{4}-\d\d-\d\d 00:20 UTC, and .* 1008 runs a week, up to 2 in 15 minutes; 1007 ran/,
      /^site health \[.*\) works again after 3 failures\.$/,
      /^$/,
    ];
    assert.equal(lines.length, told.length, lines.join("\n"));
    for (const [index, pattern] of told.entries()) assert.match(lines[index] ?? "", pattern);
    assert.doesNotMatch(shown, /buildId=/);
    const [, page = ""] = /^The message as each chat shows it:\n {2}(.*)$/m.exec(shown) ?? [];
    assert.match(readFileSync(page, "utf8"), /<html/);
  });

  it("shows how a domain is released and bought, and what the account was charged", async () => {
    assert.match(everything, /^Starting: DomainRegister$/m);
    assert.match(everything, /^soon-released\.org is registered \(order 1001, total 11\.69 USD\)\.$/m);
    assert.equal(everything.match(/was charged 11.69 USD for soon-released\.org/g)?.length, 1);
  });

  for (const [registrar, order] of [
    ["godaddyV3", "order ord_1, total 11.99 USD"],
    ["porkbun", "order 12345678, total 11.08 USD"],
  ] as const)
    it(`plays a purchase at ${registrar} alone, and says in USD what the account was charged`, async () => {
      const shown = await start("--registrar", registrar);
      assert.doesNotMatch(shown, /PipelineMonitor/);
      assert.match(shown, new RegExp(`^Running .register. for .*\\(${registrar}, production\\)\\.$`, "m"));
      assert.ok(shown.includes(`soon-released.org is registered (${order}).`), shown);
      const [, total = ""] = /total (.*)$/.exec(order) ?? [];
      assert.deepEqual(shown.match(/^The simulated account was charged .*$/gm), [
        `The simulated account was charged ${total} for soon-released.org.`,
      ]);
    });

  it("names the registrars when it does not know one", async () => {
    await assert.rejects(start("--registrar", "namecheap"), ({ stderr }: { stderr: string }) =>
      /^--registrar: expected godaddy, godaddyV3, porkbun, got 'namecheap'\.\n/.test(stderr),
    );
  });

  it("ends with the pages of both tasks' reports, which need no server, and says where they are", async () => {
    const pages = [...everything.matchAll(/^ {2}(\/.*-report\.html)$/gm)].map(([, path = ""]) => path);
    assert.ok(pages.length >= 2);
    for (const path of pages)
      assert.match(readFileSync(path, "utf8"), /id="report">\{"kind":"(monitor|domain)"/);
  });

  it("serves a run's page with --serve until it is stopped", async () => {
    const served = spawn(process.execPath, [startPath, "--serve"], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      let shown = "";
      for await (const part of served.stdout) {
        shown += String(part);
        if (shown.includes("Ctrl+C")) break;
      }
      const url = /http:\S+/.exec(shown)?.[0] ?? "";
      assert.match(await (await fetch(url)).text(), /<script type="application\/json" id="settings">/);
      assert.match(shown, /^Build service: .*\nChat: .*\nRegistrar: /m);
    } finally {
      served.kill();
      await once(served, "exit");
    }
  });

  it("shows the same again over the answers that it recorded, and records no credential", async () => {
    const [shown = "", told] = (await start("--record", folder, "--seed", "7")).split("\nRecorded in ");
    assert.equal(await start("--replay", folder), shown);
    assert.ok(readdirSync(folder).length > 5);
    for (const name of readdirSync(folder))
      assert.ok(!readFileSync(join(folder, name), "utf8").includes("access-token"));
    const [, command = ""] = /^.*Explain it: node (.*)\n$/.exec(told ?? "") ?? [];
    const explained = await promisify(execFile)(process.execPath, command.split(" "), { cwd: root });
    assert.match(explained.stdout, /^Replaying .*, recorded /);
    const messageIn = (text: string) =>
      text
        .replace(/\]\(http[^)]*\)/g, "](…)")
        .replace(/127\.0\.0\.1:\d+/g, "SERVICE")
        .match(/^\*\*Recent.*\n(?:.+\n)+?(?=\d+ issues? in )/m)?.[0];
    assert.ok(messageIn(shown)?.includes("price feed"), shown);
    assert.equal(messageIn(explained.stdout), messageIn(shown));
  });

  it("records in a new folder only, and says so", async () => {
    const used = mkdtempSync(join(tmpdir(), "recorded-"));
    writeFileSync(join(used, "mine.txt"), "mine");
    await assert.rejects(start("--record", used), /is not empty\. Name a new folder/);
    assert.deepEqual(readdirSync(used), ["mine.txt"]);
    rmSync(used, { recursive: true });
  });

  it("lists its options when asked, and when it does not know one", async () => {
    const files = ["--page FILE", "--record FOLDER", "--replay FOLDER"];
    const options = ["--seed N", ...files, "--registrar NAME", "--serve", "--help"];
    const help = await start("--help");
    for (const option of options) assert.match(help, new RegExp(`^  ${option} `, "m"));
    assert.equal(await start("-h"), help);
    await assert.rejects(start("--sed", "7"), ({ stderr }: { stderr: string }) => {
      assert.match(stderr, /^Unknown option '--sed'\.\n/);
      return stderr.endsWith(help);
    });
  });

  it("answers --help without a build, and says where options belong that npm has dropped", async () => {
    const wrapper = join(root, "tests", "sandbox", "start.mjs");
    const { stdout } = await promisify(execFile)(process.execPath, [wrapper, "--help"]);
    assert.equal(stdout, await start("--help"));
    const env = { ...process.env, npm_config_serve: "true" };
    await assert.rejects(
      promisify(execFile)(process.execPath, [wrapper], { env }),
      /Options come after two dashes: npm start -- --serve …/,
    );
  });

  it("makes another hour of another seed", async () => {
    assert.notEqual(await start("--seed", "2"), await start("--seed", "3"));
  });

  it("serves answers that others recorded: lists with more members, logs named by address or by file", async () => {
    const other = mkdtempSync(join(tmpdir(), "recorded-"));
    const run = {
      id: 5,
      buildNumber: "5",
      status: "completed",
      result: "failed",
      definition: { name: "CI" },
      tags: [],
    };
    const log = { id: 9, lineCount: 3, url: "https://host/_apis/build/builds/5/logs/9" };
    writeFileSync(join(other, "list.json"), `\uFEFF${JSON.stringify({ count: 1, value: [run] })}`);
    writeFileSync(join(other, "logs.json"), JSON.stringify({ count: 1, value: [log] }));
    writeFileSync(join(other, "single.json"), JSON.stringify({ ...run, id: 6, status: "inProgress" }));
    writeFileSync(
      join(other, "logs-of-6.json"),
      JSON.stringify({ count: 1, value: [{ id: 2, lineCount: 1 }] }),
    );
    writeFileSync(join(other, "timeline.json"), JSON.stringify([{ id: "x" }]));
    const shown = await start("--replay", other);
    rmSync(other, { recursive: true });
    assert.match(shown, /^CI \[5\].* \[log\]\(…\) \(1 of its logs could not be read\)$/m);
    assert.match(shown, /^CI \[5\]\(…\) did not succeed: status inProgress, result failed\. \[log\]\(…\)/m);
  });

  it("says so when a folder holds no recorded runs", async () => {
    const empty = mkdtempSync(join(tmpdir(), "recorded-"));
    await assert.rejects(start("--replay", empty), /holds no recorded list of runs/);
    rmSync(empty, { recursive: true });
  });
});
