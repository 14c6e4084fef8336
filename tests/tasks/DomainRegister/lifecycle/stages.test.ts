import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findPossibleStages,
  findStage,
  findStageTimes,
  findUnknownStatuses,
} from "../../../../tasks/DomainRegister/lifecycle/stages";

const day = 24 * 3600 * 1000;
const expiration = Date.UTC(2026, 0, 1);

describe("lifecycle", () => {
  it("has the stages of the specification with their lengths", () => {
    const days = findStageTimes(expiration).map(({ stage, earliest, latest }) => [
      stage,
      (earliest - expiration) / day,
      (latest - expiration) / day,
    ]);
    assert.deepEqual(days, [
      ["auto-renew grace period", 0, 0],
      ["redemption grace period", 0, 45],
      ["pending delete", 30, 75],
      ["released", 35, 80],
    ]);
  });

  it("finds the stages that a domain may be in", () => {
    const at = (days: number) => findPossibleStages(expiration, expiration + days * day);
    assert.deepEqual(at(-1), ["registered"]);
    assert.deepEqual(at(0), ["auto-renew grace period", "redemption grace period"]);
    assert.deepEqual(at(40), [
      "auto-renew grace period",
      "redemption grace period",
      "pending delete",
      "released",
    ]);
    assert.deepEqual(at(50), ["redemption grace period", "pending delete", "released"]);
    assert.deepEqual(at(77), ["pending delete", "released"]);
    assert.deepEqual(at(80), ["released"]);
  });

  it("has a stage for every moment", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -400, max: 400 }),
        (days) => findPossibleStages(expiration, expiration + days * day).length > 0,
      ),
    );
  });

  it("reads statuses as EPP or RDAP spells them, redemption before pending delete", () => {
    assert.equal(findStage(["clientDeleteHold", "clientDeleteProhibited"]), "auto-renew grace period");
    assert.equal(findStage(["client hold"]), "auto-renew grace period");
    assert.equal(findStage(["autoRenewPeriod"]), "auto-renew grace period");
    assert.equal(findStage(["pendingDelete", "redemptionPeriod"]), "redemption grace period");
    assert.equal(findStage(["pending delete", "redemption period"]), "redemption grace period");
    assert.equal(findStage(["PENDING DELETE"]), "pending delete");
    assert.equal(findStage(["clientTransferProhibited"]), "registered");
    assert.equal(findStage(["pendingRestore"]), "redemption grace period");
    for (const status of ["ok", "active", "inactive", "locked", "addPeriod", "renewPeriod", "transferPeriod"])
      assert.equal(findStage([status]), "registered", status);
    for (const operation of ["Create", "Renew", "Transfer", "Update"])
      assert.equal(findStage([`pending${operation}`]), "registered", operation);
    for (const statuses of [[], ["foo"], ["book"], ["okay"], ["transferProhibitedUntil"]])
      assert.equal(findStage(statuses), undefined);
  });
});

describe("unknown statuses", () => {
  it("are those that neither EPP nor RDAP has in any spelling, each with the nearest known one", () => {
    // RFC 8056: the statuses of EPP and of RDAP.
    const known = [
      ..."addPeriod autoRenewPeriod clientDeleteProhibited clientHold clientRenewProhibited inactive ok".split(
        " ",
      ),
      ..."clientTransferProhibited clientUpdateProhibited pendingCreate pendingDelete pendingRenew".split(
        " ",
      ),
      ..."pendingRestore pendingTransfer pendingUpdate redemptionPeriod renewPeriod serverHold".split(" "),
      ..."serverDeleteProhibited serverRenewProhibited serverTransferProhibited transferPeriod".split(" "),
      ..."validated locked active private removed obscured associated proxy CLIENTDELETEHOLD".split(" "),
      ...["delete prohibited", "renew prohibited", "transfer prohibited", "update prohibited"],
      ...["server update prohibited", "pending delete", "client hold"],
    ];
    assert.deepEqual(findUnknownStatuses(known), []);
    assert.deepEqual(findUnknownStatuses(["ok", "pendingDelet", "zzz"]), [
      { status: "pendingDelet", meant: ". Did you mean `pendingDelete`?" },
      { status: "zzz", meant: "" },
    ]);
  });

  it("never include one that shows a stage", () => {
    for (const status of [
      "redemptionPeriod",
      "pendingRestore",
      "pendingDelete",
      "clientDeleteHold",
      "clientHold",
    ])
      assert.deepEqual([findUnknownStatuses([status]), findStage([status]) === undefined], [[], false]);
  });
});
