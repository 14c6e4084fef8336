import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../../sandbox/loopback";
import { filledPage } from "../../sandbox/report-pages";
import { hourOf, purchase, quietHour } from "../example-reports";

/**
 * Firefox as Debian has it is too old for playwright-core, which needs `network.addDataCollector` of WebDriver BiDi.
 * So a page of ours frames the reports, looks at them, and posts what it saw.
 */
const path = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";

const reports = [hourOf(1000), quietHour(), purchase()];

/** Runs in Firefox: opens each report in frames of several widths. */
const script = `
  const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const look = async (index, width) => {
    const frame = document.createElement("iframe");
    frame.style.width = width + "px";
    frame.src = "/report/" + index;
    document.body.append(frame);
    await new Promise((resolve) => { frame.onload = resolve; });
    await wait(200);
    const { documentElement: root } = frame.contentDocument;
    const boxOf = (one) => one.getBoundingClientRect();
    const { left, right } = boxOf(root.querySelector(".axis"));
    const labels = [...root.querySelectorAll(".axis span")].map(boxOf).filter((box) => box.width > 0);
    return {
      heading: root.querySelector("h1").textContent,
      excess: root.scrollWidth - root.clientWidth,
      outside: labels.filter((box) => box.left < left - 1 || box.right > right + 1).length,
      items: root.querySelectorAll("[data-item]").length,
    };
  };
  const seen = [];
  for (let index = 0; index < ${reports.length}; index++)
    for (const width of [320, 640, 1280]) seen.push(await look(index, width));
  await fetch("/seen", { method: "POST", body: JSON.stringify(seen) });`;

describe("the tab in Firefox", () => {
  if (!existsSync(path)) {
    it("is not tested here: firefox-esr is not installed", () =>
      console.log("the tab: no Firefox, not tested"));
    return;
  }

  it("draws each report within windows of 320, 640 and 1280 pixels", async () => {
    let see = (_body: string) => {};
    const seen = new Promise<string>((resolve) => {
      see = resolve;
    });
    const html = { "content-type": "text/html; charset=utf-8" };
    const server = await startServer(({ path, body }) => {
      if (path === "/seen") see(body);
      const report = reports[Number(/^\/report\/(\d)$/.exec(path)?.[1])];
      const page = `<!doctype html><body><script type="module">${script}</script>`;
      return { headers: html, body: report === undefined ? page : filledPage(report) };
    });
    const profile = mkdtempSync(join(tmpdir(), "firefox-"));
    const firefox = spawn(path, ["--headless", "--no-remote", "--profile", profile, server.address.href], {
      env: { ...process.env, HOME: profile },
      stdio: "ignore",
    });
    try {
      const exited = once(firefox, "exit").then(() => assert.fail("Firefox ended"));
      const expected = reports.flatMap(({ sentence }) => [sentence, sentence, sentence]);
      const found: { heading: string; excess: number; outside: number; items: number }[] = JSON.parse(
        await Promise.race([seen, exited]),
      );
      assert.deepEqual(
        found.map(({ heading }) => heading),
        expected,
      );
      for (const { heading, excess, outside, items } of found)
        assert.deepEqual([excess, outside, items > 0], [0, 0, true], heading);
    } finally {
      firefox.kill();
      await server.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
