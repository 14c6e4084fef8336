import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { perform } from "../../packaged/monitor-stage";
import { registerOnce, releasedAtCheck } from "../../packaged/register-stage";
import { useAgent } from "../../packaged/use-agent";
import type { StepResult } from "../../sandbox/agent";
import { attachedReports, saveOfferedPages } from "../../sandbox/report-pages";
import { startRunPage } from "../../sandbox/run-page";
import { temporaryFolder } from "../../temporary-folder";
import { useHost } from "./host-stage";
import { readHeading } from "./live-stage";
import { excessWidth, findViolations, mediaThemes } from "./page-checks";
import { describeInBrowser } from "./stage";

const hostile = `<img src=x onerror=alert(1)> "&amp;' ${"long ".repeat(30)}</script>`;

describeInBrowser("what the packaged tasks write, in a browser", ({ openUrl, errors }) => {
  const [monitorAgent, registerAgent] = [useAgent(), useAgent()];
  const folder = temporaryFolder();
  const { host } = useHost(() => startRunPage([]));
  const steps: Record<string, StepResult> = {};
  before(async () => {
    steps["monitor"] = await perform(monitorAgent(), {
      runs: [
        { id: 1, pipeline: hostile, buildNumber: hostile, result: "failed", logs: ["an error"] },
        { id: 2, pipeline: "price feed" },
      ],
    });
    steps["register"] = await registerOnce(registerAgent(), {
      registrar: {
        domains: [releasedAtCheck(5, { answer: (checks) => (checks === 2 ? { available: hostile } : {}) })],
      },
      step: { variables: { "System.StageDisplayName": hostile } },
    });
  });

  const stepOf = (name: string) => steps[name] ?? assert.fail(name);
  const pageOf = (name: string) => {
    const [path = ""] = saveOfferedPages(stepOf(name), folder());
    return pathToFileURL(path).href;
  };

  for (const name of ["monitor", "register"])
    it(`is a page that breaks no rule of accessibility in any theme, at 200 % and in a narrow window: ${name}`, async () => {
      for (const [theme, media] of Object.entries(mediaThemes)) {
        const page = await openUrl(pageOf(name), media);
        assert.ok(((await page.locator("h1").textContent()) ?? "").length > 10);
        assert.deepEqual(await findViolations(page), [], theme);
        await page.context().close();
      }
      for (const width of [320, 640]) {
        const page = await openUrl(pageOf(name), { viewport: { width, height: 600 }, deviceScaleFactor: 2 });
        assert.equal(await excessWidth(page), 0, `${width}`);
      }
      assert.deepEqual(errors, []);
    });

  it("is a page that asks for nothing from anywhere, and shows hostile names as they are", async () => {
    const asked: string[] = [];
    for (const name of ["monitor", "register"]) {
      const page = await openUrl("about:blank");
      page.on("request", (request) => asked.push(new URL(request.url()).protocol));
      await page.goto(pageOf(name));
      assert.equal(await page.locator("img, iframe").count(), 0);
      assert.equal(await page.locator("script").count(), 2);
      assert.match((await page.locator("main").textContent()) ?? "", /<img src=x onerror=alert\(1\)>/);
    }
    assert.deepEqual([...new Set(asked)], ["file:"]);
    assert.deepEqual(errors, []);
  });

  it("is what the tab on the run's page shows of both steps", async () => {
    const reports = ["monitor", "register"].flatMap((name) => attachedReports(stepOf(name)));
    host().runs.push({ id: 812, reports });
    const page = await openUrl(host().url(812));
    const tab = page.frameLocator("iframe");
    const heading = tab.locator(readHeading);
    assert.match((await heading.textContent()) ?? "", / failed at \d\d:\d\d UTC$/);
    await tab.getByLabel("Report (2)").selectOption("1");
    assert.match((await heading.textContent()) ?? "", /^example-to-buy\.org is registered/);
    // `innerText` lacks rows that the browser has not drawn yet.
    assert.match((await tab.getByRole("table", { name: "Checks" }).textContent()) ?? "", /11690000/);
    assert.deepEqual(errors, []);
  });
});
