import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { type RunPage, startRunPage } from "../../sandbox/run-page";
import { purchase } from "../example-registrations";
import { hourOf, quietHour } from "../example-reports";
import { findViolations } from "./axe";
import { readHeading } from "./live-stage";
import { describeInBrowser } from "./stage";
import { mediaThemes } from "./themes";

const json = (report: unknown) => JSON.stringify(report);
const step = (changes: object) => ({
  type: "Task",
  task: { id: "a128666a-40be-407b-9de7-51735b5c7775", name: "PipelineMonitor" },
  state: "completed",
  result: "succeeded",
  ...changes,
});
const failing = step({ result: "failed", issues: [{ type: "error", message: "monitor.json is not JSON" }] });

/** Runs in every state that only the live tab has, by the heading that it shows. */
const states: Record<string, Partial<RunPage["runs"][number]>> = {
  [purchase().sentence]: { reports: [json(purchase()), json(quietHour())] },
  [hourOf(20, 6).sentence]: { reports: [json(hourOf(20, 6)), json(purchase()), "[]"] },
  "This report cannot be read": { reports: ["[]"] },
  "This report has form 2, which this tab cannot read": {
    reports: [json({ ...quietHour(), version: 2 })],
  },
  "The step did not run": { records: [{ type: "Stage" }] },
  "No report": {},
  "No report yet": { isFinished: false },
  "PipelineMonitor ended without a report": { records: [failing] },
  "This step wrote no report": { records: [step({})] },
};

describeInBrowser("the tab on a run's page, for everybody", ({ openUrl }) => {
  let host: RunPage;
  before(async () => {
    host = await startRunPage([]);
  });
  after(() => host.close());
  afterEach(() => {
    host.runs.splice(0);
    host.faults.splice(0);
  });

  /** Opens the tab on a run in a theme, and returns its frame with the heading that it shows. */
  async function open(
    run: Partial<RunPage["runs"][number]>,
    media: (typeof mediaThemes)[keyof typeof mediaThemes],
  ) {
    host.runs.splice(0, host.runs.length, { id: 812, reports: [], ...run });
    const url = host.url(812, media.colorScheme);
    const page = await openUrl(url, media);
    await page.frameLocator("iframe").locator(readHeading).waitFor();
    const frame: Frame = page.frames()[1] ?? assert.fail("no frame");
    return { frame, heading: await frame.locator(readHeading).textContent() };
  }

  const themes = Object.entries(mediaThemes);
  for (const [index, [title, run]] of Object.entries(states).entries())
    it(`breaks no rule of accessibility, in a theme that differs from state to state: ${title}`, async () => {
      for (const [theme, media] of themes.slice(index % 3, (index % 3) + 1)) {
        const { frame, heading } = await open(run, media);
        assert.equal(heading, title);
        assert.deepEqual(await findViolations(frame), [], theme);
        await frame.page().context().close();
      }
    });

  it("breaks none where the report could not be read", async () => {
    host.faults.push({
      when: ({ path, method }) => method === "GET" && path.includes("/attachments/"),
      reply: { status: 500, headers: { "access-control-allow-origin": "*" } },
    });
    const { frame, heading } = await open({ reports: [json(quietHour())] }, mediaThemes.dark);
    assert.equal(heading, "The report could not be read");
    assert.deepEqual(await findViolations(frame), []);
  });
});
