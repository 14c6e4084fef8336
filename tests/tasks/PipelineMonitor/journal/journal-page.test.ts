import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import Ajv from "ajv";
import { journalType } from "../../../../shared/journal/content-schema";
import { memberAt } from "../../../../shared/json/path";
import { readPage } from "../../../pages";
import { temporaryFolder } from "../../../temporary-folder";
import { memoryPipeline, watch } from "../monitor-stage";

/** The file that a monitor attaches after a night with three runs. */
async function attachedJournal(): Promise<unknown> {
  const { ownPipeline, agent } = memoryPipeline()(0);
  const hoursAgo = (hours: number) => ({ id: 10 - hours, finishedSecondsAgo: hours * 3600 + 600 });
  const runs = [hoursAgo(0), { ...hoursAgo(4), result: "failed" }, hoursAgo(6)];
  await watch(runs, { ownPipeline, agent, keys: { window: "since_last_report" } });
  const { service, runId } = ownPipeline;
  const files = await service.attachments(Number(runId), journalType, "", new AbortController().signal);
  return files[0];
}

describe("the page about the journal", () => {
  const folder = temporaryFolder();
  const page = readPage("docs", "monitor", "journal.md");

  it("has a script of at most ten lines that prints the last night of a downloaded journal", async () => {
    const [, script = "", output = ""] = /^```js\n([\s\S]*?)^```\n\n```\n([\s\S]*?)^```$/m.exec(page) ?? [];
    assert.ok(script.trimEnd().split("\n").length <= 10);
    const [code, file] = ["last-night.js", "journal.json"].map((name) => join(folder(), name));
    assert.ok(code !== undefined && file !== undefined);
    writeFileSync(code, script);
    writeFileSync(file, JSON.stringify(await attachedJournal()));
    assert.equal(execFileSync(process.execPath, [code, file], { encoding: "utf8" }), output);
  });

  it("links the schema of what the file holds", async () => {
    const deflated = Buffer.from(String(memberAt(await attachedJournal(), ["deflated"])), "base64");
    const content: unknown = JSON.parse(inflateRawSync(deflated).toString());
    const isValid = new Ajv({ strict: false }).compile(JSON.parse(readPage("docs", "journal.schema.json")));
    assert.ok(isValid(content), JSON.stringify(isValid.errors));
    assert.equal(isValid({ ...Object(content), texts: [1] }), false);
  });
});
