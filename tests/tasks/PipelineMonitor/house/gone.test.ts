// Needs: business-hours, mutes
import assert from "node:assert/strict";
import { inRepos, red, serviceWith, told } from "../ledger/gone-stage";
import { assertTexts, ended, nothing, playHours } from "../monitor-stage";
import { refusal } from "../refusal";
import { usualConfig } from "../usual-config";

describe("a problem of a pipeline that was deleted, beside features that keep it quiet", () => {
  it("ends in place of what else would repeat it, such as the end of a mute", async () => {
    const { service } = serviceWith({ pipelineCode: refusal(404) });
    const mute = { pipelines: { ...usualConfig.pipelines, invoices: { mute_until: "2026-11-20T08:00Z" } } };
    const hours = [{ at: 0 }, { at: 3, keys: mute }, { at: 6, keys: mute }].map((hour) => ({
      ...{ ...hour, service },
      runs: [ended(hour.at, -0.2, red(1))],
    }));
    const [, , last = ""] = await playHours({}, hours);
    assert.match(last, /^invoices was deleted, so its problem is over\.$/m);
    assert.doesNotMatch(last, /invoices .*failed/);
  });

  it("is told with its end to whom it is owed", async () => {
    const business_hours = "Mon-Fri 08:00-18:00";
    for (const [code, end] of [
      [
        { pipelineCode: refusal(404) },
        /failed at 03:07 UTC\. invoices was deleted, so its problem is over\.$/,
      ],
      [
        { pipelineCode: inRepos, hasBranch: false },
        /invoices, branch feature\/x was deleted, so its problem/,
      ],
    ] as const) {
      const { texts } = await told(code, [0, 5, 6], { business_hours });
      assertTexts(texts, [nothing, end, nothing]);
    }
  });
});
