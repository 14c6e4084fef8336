import assert from "node:assert/strict";
import { readPage } from "../../../pages";
import { twoWeeks } from "../digest/digest-weeks";
import { useTools } from "./tool-stage";

describe("digestTool", () => {
  const onStage = useTools();

  it("prints the digest of the last seven days, as the page shows it, from one list of runs", async () => {
    await onStage({ runs: twoWeeks() }, async ({ tool, service }) => {
      const { printed, outcome, warnings } = await tool("digest");
      const [, shown = ""] =
        /^\*\*Pipeline digest\*\*\n([\s\S]*?)^```$/m.exec(readPage("docs", "monitor", "digest.md")) ?? [];
      const text = printed
        .map((line) => `${line}\n`)
        .join("")
        .replace(/\]\([^)]*\)/g, "](…)");
      const title = "Night Shift: 49 runs in 7 days, 7 failed (1 the week before)";
      assert.equal(
        text,
        `Reading the runs of BASE with BUILD_AUTH.\n${title}\n**Pipeline digest**\n${shown}`,
      );
      const message =
        "Runs of the project that finished from 2026-11-13 03:19 UTC to 2026-11-20 03:19 UTC. Nothing is posted.";
      assert.deepEqual([outcome, warnings], [{ result: "Succeeded", message, exitCode: 0 }, []]);
      assert.deepEqual(
        service.requests.map(({ target }) => target.replace(/^.*builds/, "")),
        ["?minTime=2026-11-06T03:19:00Z&api-version=7.1-preview.7"],
      );
    });
  });

  it("looks back as many days as it is told, 1 to 31, and as many before", async () => {
    await onStage({ runs: twoWeeks() }, async ({ tool, alone, service }) => {
      const { printed } = await tool("digest", { days: "1" });
      assert.equal(printed[1], "Night Shift: 7 runs in 1 day, 2 failed (1 the day before)");
      assert.match(service.requests[0]?.target ?? "", /minTime=2026-11-18T03:19:00Z/);
      for (const days of ["0", "32", "7d"])
        assert.ok(
          (await alone("digest", { days })).error.includes(
            `days: expected a whole number from 1 to 31, got "${days}"`,
          ),
        );
      assert.ok((await tool("digest", { days: "31" })).outcome);
    });
  });
});
