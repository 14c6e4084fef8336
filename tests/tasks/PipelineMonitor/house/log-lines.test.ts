// Needs: causes
import assert from "node:assert/strict";
import { utcZone } from "../../../../shared/text/zone";
import type { Entry } from "../../../../tasks/PipelineMonitor/issue/entry";
import { ledgerType, parseLedger, renderLedger } from "../../../../tasks/PipelineMonitor/ledger/ledger-file";
import { sanitize } from "../../../sanitize";
import { changes, memoryPipeline, watch } from "../monitor-stage";

/** Of another system: the agent does not know it. */
const theirs = "Sup3rS3cretPassw0rd";
const keys = { ...changes, window: "since_last_report", explain_failures: true };

describe("lines of a log", () => {
  it("reach the attachments only as far as the message quotes them, without what looks like a credential", async () => {
    const attached: string[] = [];
    const { agent, ownPipeline } = memoryPipeline()(0);
    const attachReport = (_type: string, _name: string, text: string) => void attached.push(text);
    const log = `Server=db;Password=${theirs};\nconnecting to orders\n##[error]db refused Password=${theirs}`;
    const run = { result: "failed", logs: ["", "", "", "", log], finishedSecondsAgo: 600 };
    const { posted } = await watch([run], {
      ...{ agent: { ...agent, attachReport }, ownPipeline },
      keys: { ...keys, group_causes: true },
    });
    const all = attached.join("\n");
    for (const text of [posted.join(), all]) assert.match(text, /db refused Password=/);
    assert.doesNotMatch(all, new RegExp(`${theirs}|connecting to orders`));
  });
});

/** What an issue says is written as it was found, and read as far as it is told. */
function membersOf(text: string): unknown {
  const { entries, ...ledger } = JSON.parse(text);
  return { ...ledger, entries: entries.map((entry: Entry) => ({ ...entry, content: contentOf(entry) })) };
}

function contentOf({ content }: Entry): unknown {
  return "about" in content ? content.links : content;
}

describe("the ledger of a report", () => {
  it("has nothing that the next one does not read, such as the ledger before", async () => {
    const pipeline = memoryPipeline();
    const ledgers: { run: string; text: string }[] = [];
    for (const hour of [0, 1]) {
      const { agent, ownPipeline, clock } = pipeline(hour);
      const attachReport = (type: string, name: string, text: string) => {
        agent.attachReport(type, name, text);
        if (type === ledgerType) ledgers.push({ run: ownPipeline.runId, text });
      };
      const logs = ["", "", "", "", "##[error]down"];
      const run = { id: 4 + hour, result: "failed", logs, finishedSecondsAgo: 600 };
      await watch([run], { agent: { ...agent, attachReport }, ownPipeline, keys, clock });
    }
    for (const { run, text } of ledgers) {
      const read = parseLedger(JSON.parse(text), run, { zone: utcZone, parts: {} }) ?? assert.fail();
      assert.deepEqual(membersOf(renderLedger(read, run, sanitize)), membersOf(text));
    }
    assert.equal(ledgers.length, 2);
  });
});
