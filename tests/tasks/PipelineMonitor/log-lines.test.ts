import assert from "node:assert/strict";
import { utcZone } from "../../../shared/text/zone";
import type { Entry } from "../../../tasks/PipelineMonitor/issue/ledger";
import { ledgerType, parseLedger, renderLedger } from "../../../tasks/PipelineMonitor/ledger/ledger-file";
import { sanitize } from "../../sanitize";
import { testClock } from "../../test-clock";
import { memoryPipeline, now, watch } from "./monitor-stage";

/** Of another system: the agent does not know it. */
const theirs = "Sup3rS3cretPassw0rd";

describe("lines of a log", () => {
  it("reach the attachments only as far as the message quotes them, without what looks like a credential", async () => {
    const attached: string[] = [];
    const { agent, ownPipeline } = memoryPipeline()(0);
    const attachReport = (_type: string, _name: string, text: string) => void attached.push(text);
    const log = [
      `Server=db;Password=${theirs};`,
      "connecting to orders",
      `##[error]db refused Password=${theirs}`,
    ];
    const logs = ["", "", "", "", log.join("\n")];
    const { posted } = await watch([{ result: "failed", logs, finishedSecondsAgo: 600 }], {
      ...{ agent: { ...agent, attachReport }, ownPipeline, configuration: {} },
      keys: {
        window: "since_last_report",
        notify: "changes",
        explain_failures: true,
        group_causes: true,
        run_ct_min: 0,
      },
    });
    assert.match(posted.join(), /db refused Password=/);
    const all = attached.join("\n");
    assert.match(all, /db refused Password=/);
    assert.doesNotMatch(all, new RegExp(theirs));
    assert.doesNotMatch(all, /connecting to orders/);
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
    const keys = { window: "since_last_report", notify: "changes", explain_failures: true, run_ct_min: -1 };
    const hours = [0, 1].map((hour) => ({ ...pipeline(hour), hour }));
    const ledgers: string[] = [];
    for (const { agent, ownPipeline, hour } of hours) {
      const attachReport = (type: string, name: string, text: string) => {
        agent.attachReport(type, name, text);
        if (type === ledgerType) ledgers.push(text);
      };
      const runs = [
        { id: 4 + hour, result: "failed", logs: ["", "", "", "", "##[error]down"], finishedSecondsAgo: 600 },
      ];
      const clock = testClock({ startsAt: now + hour * 3_600_000 });
      await watch(runs, { agent: { ...agent, attachReport }, ownPipeline, keys, clock });
    }
    for (const [index, text] of ledgers.entries()) {
      const run = hours[index]?.ownPipeline.runId ?? "";
      const read = parseLedger(JSON.parse(text), run, utcZone) ?? assert.fail();
      assert.deepEqual(membersOf(renderLedger(read, run, sanitize)), membersOf(text));
    }
    assert.equal(ledgers.length, 2);
  });
});
