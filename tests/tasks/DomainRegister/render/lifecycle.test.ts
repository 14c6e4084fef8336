import assert from "node:assert/strict";
import fc from "fast-check";
import { renderComeBack, renderDates, renderRecord } from "../../../../tasks/DomainRegister/render/lifecycle";

const day = 24 * 3600 * 1000;
const expiresAt = Date.UTC(2026, 0, 1);
const now = expiresAt + 10 * day;
const nothing = { expiresAt: undefined, changedAt: undefined, statuses: [] };
const render = (
  facts: { expiresAt?: number; changedAt?: number; statuses?: string[] },
  domain = "example.org",
) => renderRecord(domain, { ...nothing, ...facts }, now);

describe("public record for people", () => {
  it("is nothing if nothing is known", () => {
    assert.deepEqual(render({}), []);
  });

  it("says first what it comes to: one range of days before the release, and no renewal that cannot be", () => {
    assert.deepEqual(render({ statuses: ["pendingDelete"], expiresAt: now - 70 * day }), [
      "example.org is pending delete. It is released between 2026-01-11 and 2026-01-16.",
      "Stage by statuses (pendingDelete): pending delete.",
    ]);
    const [last] = render({ statuses: ["pendingDelete"], changedAt: now - 5 * day });
    assert.equal(last, "example.org is pending delete. It is released on 2026-01-11.");
    assert.deepEqual(render({ statuses: ["redemptionPeriod", "pendingDelete"], expiresAt: now - 50 * day }), [
      "example.org is in the redemption grace period. If its owner does not restore it, it is released between 2026-01-16 and 2026-02-10.",
      "Stage by statuses (redemptionPeriod, pendingDelete): redemption grace period.",
    ]);
    const [grace] = render({ statuses: ["autoRenewPeriod"], expiresAt: now + 355 * day });
    const renewed = "If nobody renews it, it is released between 2026-02-15 and 2026-04-01.";
    assert.equal(grace, `example.org is in the auto-renew grace period. ${renewed}`);
    assert.deepEqual(render({ statuses: ["active"] }), [
      "example.org is registered. Its record does not show when it is released.",
      "Stage by statuses (active): registered.",
    ]);
    assert.deepEqual(render({ statuses: ["serverHold", "foo"] }), [
      "Stage by statuses (serverHold, foo): unknown.",
    ]);
  });

  it("has every stage with its dates by the expiration date, until the statuses show one of them", () => {
    assert.deepEqual(render({ expiresAt }), [
      "example.org expired on 2026-01-01; earliest release 2026-02-05, if nobody renews it.",
      "Stage by expiration date (2026-01-01): auto-renew grace period or redemption grace period.",
      "- auto-renew grace period begins on 2026-01-01",
      "- redemption grace period begins between 2026-01-01 and 2026-02-15",
      "- pending delete begins between 2026-01-31 and 2026-03-17",
      "- released between 2026-02-05 and 2026-03-22",
      "If the registrar renews automatically, the record shows a date one year later, even if the domain is lost.",
    ]);
    const until =
      "example.org is registered until 2026-04-21; earliest release 2026-05-26, if nobody renews it.";
    const registered = render({ expiresAt: now + 100 * day, statuses: ["active"] });
    assert.deepEqual([registered[0], registered.length], [until, 8]);
    assert.equal(render({ expiresAt, statuses: ["clientHold"] }).length, 2);
  });

  it("says on what the dates depend where no source states the stages of the ending", () => {
    const condition = "if its registry keeps the usual stages";
    const [first] = render({ expiresAt, statuses: ["redemptionPeriod"] }, "example.co.nz");
    assert.match(
      first ?? "",
      new RegExp(`^example.co.nz is in the redemption grace period\\. .*, ${condition}\\.$`),
    );
    const [expired, byDate] = render({ expiresAt }, "example.co.nz");
    assert.ok(expired?.endsWith(", if nobody renews it and its registry keeps the usual stages."), expired);
    assert.ok(byDate?.startsWith(`Stage by expiration date (2026-01-01), ${condition}: `));
  });

  it("does not say that a domain with a record is released, when its dates are over", () => {
    assert.deepEqual(render({ expiresAt: now - 90 * day, statuses: ["active"] }), [
      "example.org expired on 2025-10-13.",
      "Stage by statuses (active): registered.",
      "Stage by expiration date (2025-10-13): released. If there still is a record, it can be released at any moment.",
    ]);
  });
});

describe("dates of a domain", () => {
  const statuses = ["clientTransferProhibited"];
  const live = { registeredAt: now - 900 * day, expiresAt: now + 100 * day, changedAt: now, statuses };

  it("are the lines of its record, and how often to wait for it", () => {
    const dates = renderDates("example.org", live, now);
    assert.deepEqual(dates.slice(0, -1), renderRecord("example.org", live, now));
    assert.match(dates.at(-1) ?? "", /^To wait for it: Until 2026-05-25, a daily run/);
    assert.match(renderDates("example.se", live, now).at(-1) ?? "", /does not prove.* from 04:00 UTC\.$/);
  });

  it("advise no wait for a domain without a record, and nothing if the record says nothing", () => {
    const absent = ["The registry has no record of the domain, so it may be available."];
    assert.deepEqual(renderDates("example.org", { doubt: "" }, now), absent);
    assert.deepEqual(renderDates("example.org", { doubt: "It is reserved." }, now), [
      "There is no record of the domain, but that does not show that it is released. It is reserved.",
    ]);
    assert.deepEqual(renderDates("example.org", nothing, now), []);
  });
});

describe("advice when to come back", () => {
  it("is a daily run until the day before the release can come, and an hourly one from then on", () => {
    assert.equal(
      renderComeBack("org", now + 20 * day, now),
      'Until 2026-01-30, a daily run of `action: register` is enough (cron "0 6 * * *"). From then on, run it every ' +
        'hour (cron "0 * * * *").',
    );
  });

  it("is an hourly run if the release can come at any moment", () => {
    const hourly =
      'The record does not prove when it is released, so run `action: register` every hour (cron "0 * * * *").';
    for (const soon of [undefined, now - day, now, now + 1.9 * day])
      assert.equal(renderComeBack("xyz", soon, now), hourly, `${soon}`);
    for (const [ending, hours] of [
      ["se", "from 04:00 UTC"],
      ["nu", "from 04:00 UTC"],
      ["com.au", "at 03:00 and 03:30 UTC"],
    ] as const)
      assert.equal(renderComeBack(ending, undefined, now), `${hourly} Its registry releases names ${hours}.`);
  });

  it("never names a day that is over", () => {
    const [days, times] = [fc.integer({ min: -100, max: 100 }), fc.nat(86_399_999)];
    fc.assert(
      fc.property(days, times, (count, time) => {
        const moment = now + time;
        const advice = renderComeBack("com", moment + count * day, moment);
        for (const named of advice.match(/\d{4}-\d\d-\d\d/g) ?? [])
          assert.ok(named > new Date(moment).toISOString().slice(0, 10));
      }),
    );
  });
});
