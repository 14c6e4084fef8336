import assert from "node:assert/strict";
import { actsOf, earlier, isAct, main, repairKeys, text, withRepairs } from "./repairs-stage";
import { useAgent } from "./use-agent";

const agent = useAgent();
const schedule = "10 2 * * *";
const missed = { runs: earlier, config: repairKeys({ missed: true }, { schedule }) };
const starts = ["POST ?api-version=7.1-preview.7"];

describe("packaged repairs of a missed run", () => {
  it("start it once on the branch of its schedule", () =>
    withRepairs(agent(), missed, async (hour, service) => {
      // The first report only begins to watch.
      await hour(-2);
      const told = await text(hour(0));
      assert.match(
        told.text,
        /nightly import did not start at 02:10 UTC; the monitor has started it \(run \d+\)/,
      );
      assert.deepEqual(actsOf(service), starts);
      assert.deepEqual(JSON.parse(service.requests.find(isAct("POST"))?.body ?? ""), {
        definition: { id: 7 },
        sourceBranch: main,
      });
      await hour(1);
      await hour(2);
      assert.deepEqual(actsOf(service), starts);
    }));

  for (const isDone of [true, false])
    it(`start nothing twice if the answer is lost${isDone ? "" : " with the request"}`, () =>
      withRepairs(agent(), missed, async (hour, service) => {
        await hour(-2);
        service.faults.push({
          when: isAct("POST"),
          reply: (_, healthy) => {
            if (isDone) healthy();
            return { ending: "reset" };
          },
        });
        assert.match((await text(hour(0))).text, isDone ? /has started it/ : /not started by the monitor/);
        await hour(1);
        await hour(2);
        assert.deepEqual(actsOf(service), starts);
      }));

  it("send one request even if the service starts two runs for it", () =>
    withRepairs(agent(), missed, async (hour, service) => {
      await hour(-2);
      service.faults.push({
        when: isAct("POST"),
        reply: (_, healthy) => {
          healthy();
          return healthy();
        },
      });
      await hour(0);
      await hour(1);
      assert.deepEqual(actsOf(service), starts);
    }));
});
