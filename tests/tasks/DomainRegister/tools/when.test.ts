import assert from "node:assert/strict";
import { parse } from "yaml";
import { renderWhen } from "../../../../tasks/DomainRegister/tools/when";

const day = 24 * 3600 * 1000;
const now = Date.UTC(2026, 10, 20, 3);
const record = {
  registeredAt: Date.UTC(2020, 0, 1),
  expiresAt: now - 50 * day,
  changedAt: now - 10 * day,
  statuses: ["redemption period", "pending delete"],
  registrar: "Example Registrar, Inc.",
};

describe("--when", () => {
  it("says first when the domain is released, then its stages and the record", () => {
    const lines = renderWhen("example.org", record, now);
    assert.equal(
      lines[0],
      "example.org is in the redemption grace period. If nobody renews it, it is released between 2026-11-25 and 2026-12-15.",
    );
    assert.ok(
      lines.includes(
        "According to the record: sold by Example Registrar, Inc., registered on 2020-01-01, " +
          "record changed last on 2026-11-10.",
      ),
    );
  });

  it("has a schedule for each phase, as YAML that parses", () => {
    const pipelines = renderWhen("example.org", record, now)
      .join("\n")
      .split(/^# azure-pipelines.*$/m)
      .slice(1)
      .map((text) => parse(text.split("\n\n")[0] ?? ""));
    assert.deepEqual(
      pipelines.map(({ schedules: [schedule] }) => schedule.cron),
      ["0 6 * * *", "0 * * * *"],
    );
    assert.ok(pipelines.every(({ trigger, schedules }) => trigger === "none" && schedules[0].always));
  });

  it("says only what the name alone tells about rivals", () => {
    const last = (domain: string) => renderWhen(domain, record, now).at(-2);
    assert.match(last("abc.org") ?? "", /^abc\.org has 3 characters only, so it is probably one of those\./);
    assert.match(last("12345678.org") ?? "", /consists of digits only/);
    assert.match(last("our-lapsed-project.org") ?? "", /cannot be seen from its name\.$/);
  });

  it("sends people to a check if the registry has no record", () => {
    assert.match(renderWhen("example.org", "absent", now)[0] ?? "", /it may be available\. Check it/);
  });
});
