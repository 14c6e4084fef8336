import assert from "node:assert/strict";
import { plainText, renderParts } from "../../../../shared/chat/message";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { renderFooter } from "../../../../tasks/PipelineMonitor/render/footer";
import { sanitize } from "../../../sanitize";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";
import { projectReport } from "../report-stage";

describe("the last line of a message", () => {
  const until = Date.UTC(2026, 10, 20, 3, 19);
  const written = (runCount: number, projects: number, own?: URL, config = projectReport().config) => {
    const project = { config, runCount, window: lastHour(until) };
    const footer = renderFooter(Array(projects).fill(project), [[{ words: "could not check history" }]], own);
    return renderParts(footer, { name: String, link: (label, href) => `[${label}](${href})` }, sanitize);
  };

  it("says what was checked, and what else is to be known, and links to the monitor's own run, if it has one", () => {
    const text = "contoso/Night Shift · 212 runs checked, 02:18–03:19 UTC · could not check history";
    assert.equal(written(212, 1, new URL("https://h/1")), `${text} · [Monitor run](https://h/1)`);
    assert.equal(written(212, 1), text);
  });

  it("is in the zone of the configuration, and names it", () => {
    const { config = assert.fail() } = parseConfig({ ...goodConfig, time_zone: "Asia/Kathmandu" });
    assert.equal(
      written(2, 1, undefined, config),
      "contoso/Night Shift · 2 runs checked, 08:03–09:04 UTC+5:45 (Asia/Kathmandu) · could not check history",
    );
  });

  // grafana/grafana#58085 and #123260: the ends of an hour in which clocks change are shown as the same time.
  it("has both offsets of a period in which the clocks change", () => {
    const { config = assert.fail() } = parseConfig({ ...goodConfig, time_zone: "Europe/Berlin" });
    const checked = (month: number, day: number) => {
      const window = lastHour(Date.UTC(2026, month, day, 1, 19));
      return plainText(renderFooter([{ config, runCount: 2, window }], [], undefined), sanitize);
    };
    assert.match(checked(9, 25), /checked, 02:18 UTC\+2 – 02:19 UTC\+1 \(Europe\/Berlin\)$/);
    assert.match(checked(2, 29), /checked, 01:18 UTC\+1 – 03:19 UTC\+2 \(Europe\/Berlin\)$/);
  });

  it("names up to three projects", () => {
    assert.match(written(1, 3), /^contoso\/Night Shift, Night Shift, Night Shift · 3 runs/);
    assert.match(written(1, 4), /^contoso\/4 projects · 4 runs/);
  });

  it("has the days of a period that is longer than a night", () => {
    const period = (hours: number) => {
      const window = { ...lastHour(until), listedSince: new Date(until - hours * 3600_000) };
      const { config } = projectReport();
      return plainText(renderFooter([{ config, runCount: 2, window }], [], undefined), sanitize);
    };
    assert.match(period(4), /checked, 23:19–03:19 UTC$/);
    assert.match(period(24), /checked, 2026-11-19 03:19 – 2026-11-20 03:19 UTC$/);
  });
});
