// Needs: mutes
import assert from "node:assert/strict";
import { type Message, plainText } from "../../../../shared/chat/message";
import { sanitize } from "../../../sanitize";
import { worksAgain } from "../../../works-again";
import { changes, type Ended, endedBy, failed, memoryPipeline, watch, worked } from "../monitor-stage";

// People reported that another notifier named, or ended, the wrong thing.

const on = (branch: string, { record, ...run }: Ended): Ended => ({
  ...run,
  record: { ...record, sourceBranch: branch },
});
const pull = (id: number, run: Ended) => on(`refs/pull/${id}/merge`, run);
const main = (run: Ended) => on("refs/heads/main", run);
const called = (id: number, name: string, run: Ended): Ended => ({
  ...run,
  pipeline: name,
  definitionId: id,
});

/** The titles of the messages at some minutes; empty where none was posted. */
async function titles(runs: readonly Ended[], minutes: readonly number[], keys: object = {}) {
  const pipeline = memoryPipeline();
  const all: string[] = [];
  for (const minute of minutes) {
    let text = "";
    const post = async ({ title }: Message) => {
      text = plainText(title, sanitize);
    };
    const hour = { ...pipeline(minute / 60), keys: { ...changes, ...keys }, form: "product", post } as const;
    await watch(endedBy(minute, runs), hour);
    all.push(text);
  }
  return all;
}

const limits = { max_proc_time: 900, min_proc_time: 30 };
const gear = "\u2699";

describe("a report about another notifier", () => {
  const rows: [
    reported: string,
    minutes: readonly number[],
    runs: Ended[],
    expected: string[],
    entries?: object,
  ][] = [
    [
      "jenkinsci/slack-plugin#164: a pull request is back to normal by the build of another one",
      [0, 60, 120],
      [pull(5, failed(-20)), pull(6, worked(30)), pull(5, worked(90))],
      [
        "🔴 invoices on pull request 5 failed",
        "",
        `🟢 invoices on pull request 5 ${worksAgain(1, "1 h 50 min")}`,
      ],
    ],
    [
      "jenkinsci/slack-plugin#544: nothing is back to normal where the next build has begun",
      [0, 60, 120],
      [main(failed(-20)), main(worked(40)), { ...main(worked(70)), runSeconds: 2400 }],
      ["🔴 invoices failed", `🟢 invoices ${worksAgain(1, "1 h")}`, "🟠 invoices ran 40 min, limit 15 min"],
    ],
    [
      "MicrosoftDocs/azure-devops-docs#10419: refs/pull/142/merge tells nobody what it is",
      [0],
      [pull(142, failed(-20)), main(worked(-10))],
      ["🔴 invoices on pull request 142 failed"],
    ],
    [
      "ahts4962/nav-link-header#19: the emoji of a setting looks like that of a name, and is another text",
      [0],
      [called(5, `${gear}\ufe0f nightly`, { ...worked(-20), runSeconds: 1000 })],
      [""],
      { [`${gear} nightly`]: { max_proc_time: 5000 } },
    ],
    [
      "buildkite/frontend#343: a name with an emoji is itself in one place, and something else in another",
      [0, 60, 1500],
      [called(5, `${gear}\ufe0f nightly`, failed(-20))],
      ["", "", ""],
      { [`${gear}\ufe0f nightly`]: { mute_until: "2026-12-30" } },
    ],
  ];
  for (const [reported, minutes, runs, expected, entries = {}] of rows)
    it(reported, async () => {
      const keys = { remind_hours: 24, pipelines: { default: limits, ...entries } };
      assert.deepEqual(await titles(runs, minutes, keys), expected);
    });
});
