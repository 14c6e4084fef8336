// Needs: business-hours, deadlines, mutes

import { didNotStart } from "../../../did-not-start";
import {
  assertTold,
  before,
  failed,
  limits,
  nightly,
  tell,
  worked,
} from "../features/deadlines/deadlines-stage";
import { nothing } from "../monitor-stage";

describe("a missed deadline, beside what keeps it from messages", () => {
  it("is told to nobody while the pipeline is muted, and afterwards only if it lasts", async () => {
    const muted = { finish_by: "06:00", mute_until: "2026-11-20T08:00Z" };
    const keys = { pipelines: { default: limits, [nightly]: muted } };
    const told = await tell("06:00", before, [6.3, 7.3, 8.3, 9.3], keys);
    assertTold(told, [nothing, nothing, new RegExp(`it ${didNotStart}`), nothing]);
    const over = await tell("06:00", [...before, worked(2, 6.7)], [6.3, 7.3, 8.3, 9.3], keys);
    assertTold(over, [nothing, nothing, nothing, nothing]);
  });

  it("waits for business hours, and reads as it is by then", async () => {
    const keys = { business_hours: "Mon-Fri 08:00-18:00" };
    const hours = [5.3, 6.3, 7.3, 8.3, 9.3];
    const lasting = await tell("06:00", [...before, failed(2, 3), failed(6.5, 7)], hours, keys);
    assertTold(lasting, [nothing, nothing, nothing, /it failed twice\.$/, nothing]);
    const over = await tell("06:00", [...before, worked(2, 6.7)], hours, keys);
    assertTold(over, [nothing, nothing, nothing, /^nightly load succeeded at 06:42 UTC, 42 min/, nothing]);
  });
});
