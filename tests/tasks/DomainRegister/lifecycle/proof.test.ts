import assert from "node:assert/strict";
import fc from "fast-check";
import { readStatuses } from "../../../../shared/rdap/statuses";
import { findProvenRelease } from "../../../../tasks/DomainRegister/lifecycle/release";
import { endingOf, keepsStages } from "../../../../tasks/DomainRegister/lifecycle/stages";
import { someStatuses, spelt } from "../../../shared/rdap/status-spellings";

const day = 24 * 3600 * 1000;
const now = Date.UTC(2026, 10, 22);

/** For how many days the record proves that the domain is not released. Undefined if it proves nothing. */
function provenDays(
  ending: string,
  statuses: string[],
  {
    registeredDaysAgo = 400,
    expiresInDays = 100,
  }: { registeredDaysAgo?: number; expiresInDays?: number } = {},
) {
  const [registeredAt, expiresAt] = [now - registeredDaysAgo * day, now + expiresInDays * day];
  const release = findProvenRelease({ registeredAt, expiresAt, changedAt: now - day, statuses }, ending, now);
  return release && (release.earliest - now) / day;
}
const live = ["clientTransferProhibited", "active"];
/** The days that these statuses prove, as a record or a person writes them. */
const provenBy = (value: unknown) => provenDays("com", readStatuses(value));

describe("proof that a domain is not released yet", () => {
  it("is a live registration until the stages after its expiration are over, where a source states them", () => {
    for (const ending of ["com", "net", "org"]) {
      assert.equal(provenDays(ending, live), 135);
      assert.equal(provenDays(ending, live, { expiresInDays: -34 }), 1);
      assert.equal(provenDays(ending, live, { expiresInDays: -35 }), undefined);
    }
    for (const ending of ["nz", "xyz", "uk.com", "constructor", ""])
      assert.equal(provenDays(ending, live), undefined, ending);
  });

  it("is no registration of the last days, which can be deleted at once", () => {
    for (const registeredDaysAgo of [-1, 0, 1, 5, 6])
      assert.equal(provenDays("com", live, { registeredDaysAgo }), undefined, `${registeredDaysAgo}`);
    assert.equal(provenDays("com", live, { registeredDaysAgo: 6.1 }), 135);
  });

  it("is no record without one of its dates", () => {
    const whole = { registeredAt: now - 400 * day, expiresAt: now + 100 * day };
    const prove = (facts: Partial<typeof whole>) =>
      findProvenRelease({ expiresAt: undefined, changedAt: now, statuses: live, ...facts }, "com", now);
    assert.ok(prove(whole));
    assert.equal(prove({ registeredAt: whole.registeredAt }), undefined);
    assert.equal(prove({ expiresAt: whole.expiresAt }), undefined);
  });

  it("is no stage of deletion, and no status that may come before a release", () => {
    const statuses = ["redemptionPeriod", "pendingDelete", "clientHold", "autoRenewPeriod"];
    const unknown = ["to be suspended", "transferProhibitedUntil", "book", "okay"];
    for (const status of [...statuses, "addPeriod", "inactive", "serverHold", ...unknown])
      assert.equal(provenDays("com", ["active", status]), undefined, status);
    const ordinary = ["ok", "locked", "validated", "associated", "private", "proxy", "obscured"];
    const passing = ["renewPeriod", "transferPeriod", "pendingRenew", "pendingTransfer", "pendingUpdate"];
    for (const status of [...ordinary, ...passing])
      assert.equal(provenDays("com", ["active", status]), 135, status);
    assert.equal(provenDays("com", []), undefined);
  });

  it("does not depend on how statuses are spelled", () =>
    fc.assert(
      fc.property(
        someStatuses.chain((names) => fc.tuple(fc.constant(names), spelt(names))),
        ([names, value]) => assert.equal(provenBy(value), provenDays("com", names)),
      ),
    ));

  it("is none if one of the statuses is not understood, whatever it is", () => {
    const other = fc.anything().filter((value) => value !== undefined && readStatuses([value]).length > 0);
    const statuses = fc
      .tuple(other, fc.nat(live.length))
      .map(([value, at]) => [...live.slice(0, at), value, ...live.slice(at)]);
    fc.assert(fc.property(statuses, (value) => provenBy(value) === undefined));
    for (const near of [
      "pendingDelet",
      "registrarTransferProhibited",
      { state: "ok" },
      null,
      ["ok"],
      "##vso[a]",
    ])
      assert.equal(provenBy([...live, near]), undefined, JSON.stringify(near));
  });

  it("is never a release in the past, and never before 35 days after the expiration date", () => {
    const days = fc.double({ min: -400, max: 400, noNaN: true });
    fc.assert(
      fc.property(days, (expiresInDays) => {
        const proven = provenDays("com", live, { expiresInDays });
        assert.ok(proven === undefined ? expiresInDays <= -35 : Math.abs(proven - expiresInDays - 35) < 1e-6);
      }),
    );
  });
});

describe("ending of a domain", () => {
  it("is all that follows the first label, so that names below another name are not taken for its ending", () => {
    assert.equal(endingOf("example.com"), "com");
    assert.equal(keepsStages(endingOf("example.uk.com")), false);
  });
});
