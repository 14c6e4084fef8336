import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault, Reply } from "../sandbox/loopback";
import { attachedReports } from "../sandbox/report-pages";
import { secondAttempt } from "../works-again";
import { actsOf, earlier, endAgain, lostRun, repairKeys, text, withRepairs } from "./repairs-stage";
import { useAgent } from "./use-agent";

/** Answers reads of an attachment only when so many runs were asked for theirs: their steps have all recorded their intents then. */
function heldUntilAsked(runs: number, isHeld: (path: string) => boolean): Fault {
  const asking = new EventEmitter();
  const all = once(asking, "all");
  const asked = new Set<string>();
  const held = async function* (body: Reply["body"]) {
    await all;
    yield Buffer.from(String(body ?? ""));
  };
  return {
    when: ({ path }) => isHeld(path),
    reply: ({ path }, healthy) => {
      if (asked.add(path).size === runs) asking.emit("all");
      const answer = healthy();
      return { ...answer, body: held(answer.body) };
    },
  };
}

const isAct = (method: string) => (request: { method: string }) => request.method === method;
const agent = useAgent();
const otherAgent = useAgent();
const lostAgent = { runs: [lostRun, ...earlier], config: repairKeys({ lost_agent: true }) };
const retries = ["PATCH /700?retry=true&api-version=7.1-preview.7"];

describe("packaged repairs of a lost agent", () => {
  it("run the failed jobs again once, say so, and then that the pipeline works again", () =>
    withRepairs(agent(), lostAgent, async (hour, service) => {
      const first = await text(hour(0));
      assert.match(first.text, /lost its agent at 02:59 UTC; run again \(attempt 2\)/);
      const heading = "nightly import lost its agent at 02:59 UTC; run again (attempt 2)";
      assert.equal(first.summaries["Pipeline Monitor"]?.split("\n")[0], `**${heading}**`);
      const { sentence, problems } = JSON.parse(attachedReports(first)[0] ?? "");
      assert.deepEqual([sentence, problems[0].saysWhen], [heading, true]);
      assert.deepEqual(actsOf(service), retries);
      endAgain(service, { ...lostRun, result: "succeeded" }, 1200);
      const second = await text(hour(1));
      assert.match(second.text, new RegExp(secondAttempt));
      assert.deepEqual(actsOf(service), retries);
    }));

  it("remember the intent of a step that was ended while it waited for the answer", () =>
    withRepairs(agent(), lostAgent, async (hour, service) => {
      service.faults.push({ when: isAct("PATCH"), reply: { ending: "hang" } });
      const isSent = () => actsOf(service).length > 0;
      // The attachment of the intent stays; the rest of the run is lost.
      await hour(0, { vanishes: true, step: { killWhen: isSent } });
      const { text: told } = await text(hour(1));
      assert.match(
        told,
        /not run again by the monitor: an earlier request had no known outcome, so it is not repeated/,
      );
      assert.deepEqual(actsOf(service), retries);
    }));

  it("run it again once if two monitors act at the same time: the second says that it was run again already", () =>
    withRepairs(agent(), lostAgent, async (hour, service) => {
      const file = "monitor.json";
      copyFileSync(join(agent().sourcesFolder, file), join(otherAgent().sourcesFolder, file));
      const statuses: number[] = [];
      service.faults.push({
        when: isAct("PATCH"),
        times: 2,
        reply: (_, healthy) => {
          const answer = healthy();
          statuses.push(answer.status ?? 200);
          return answer;
        },
      });
      service.faults.push(heldUntilAsked(2, (path) => path.endsWith("/attachments/pipeline-keeper.repairs")));
      const other = { id: 917, variables: { "System.StageName": "other" } };
      const both = await Promise.all([text(hour(0, { id: 901 })), text(hour(0, other, otherAgent()))]);
      assert.deepEqual(
        statuses.filter((status) => status === 200),
        [200],
      );
      assert.ok(both.some((one) => /run again \(attempt 2\)/.test(one.text)));
      const second =
        /run again \(attempt 2\)|not run again by the monitor: (it was run again already|the service refused it)/;
      for (const one of both) assert.match(one.text, second);
    }));
});
