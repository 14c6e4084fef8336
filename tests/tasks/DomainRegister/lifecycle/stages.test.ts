import assert from "node:assert/strict";
import fc from "fast-check";
import { readStatuses } from "../../../../shared/rdap/statuses";
import {
  findPossibleStages,
  findStage,
  findStageTimes,
  findUnknownStatuses,
} from "../../../../tasks/DomainRegister/lifecycle/stages";
import { suggestion } from "../../../sentences";
import { someStatuses, spelt } from "../../../shared/rdap/status-spellings";

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
    const ending = ["auto-renew grace period", "redemption grace period", "pending delete", "released"];
    assert.deepEqual(at(-1), ["registered"]);
    assert.deepEqual(at(0), ending.slice(0, 2));
    assert.deepEqual(at(40), ending);
    assert.deepEqual(at(50), ending.slice(1));
    assert.deepEqual(at(77), ending.slice(2));
    assert.deepEqual(at(80), ["released"]);
  });

  it("has a stage for every moment", () => {
    const days = fc.integer({ min: -400, max: 400 });
    fc.assert(fc.property(days, (at) => findPossibleStages(expiration, expiration + at * day).length > 0));
  });

  it("is in the stage that the statuses show, redemption before pending delete", () => {
    for (const [stage, ...shown] of [
      [
        "auto-renew grace period",
        ["clientDeleteHold", "clientDeleteProhibited"],
        ["clientHold"],
        ["autoRenewPeriod"],
      ],
      ["redemption grace period", ["pendingDelete", "redemptionPeriod"]],
      ["redemption grace period", ["pendingRestore"]],
      ["pending delete", ["pendingDelete"]],
      ["registered", ["clientTransferProhibited"]],
    ] as const)
      for (const statuses of shown) assert.equal(findStage(statuses), stage, statuses.join());
    for (const status of ["ok", "active", "inactive", "locked", "addPeriod", "renewPeriod", "transferPeriod"])
      assert.equal(findStage([status]), "registered", status);
    for (const operation of ["Create", "Renew", "Transfer", "Update"])
      assert.equal(findStage([`pending${operation}`]), "registered", operation);
    for (const statuses of [[], ["foo"], ["book"], ["okay"], ["transferProhibitedUntil"], ["fooProhibited"]])
      assert.equal(findStage(statuses), undefined);
  });

  it("is in the same stage in whatever spelling the statuses are", () =>
    fc.assert(
      fc.property(
        someStatuses.chain((names) => fc.tuple(fc.constant(names), spelt(names))),
        ([names, value]) => assert.equal(findStage(readStatuses(value)), findStage(names)),
      ),
    ));
});

describe("unknown statuses", () => {
  it("are those that neither EPP nor RDAP has in any spelling, each with the nearest known one", () => {
    // RFC 8056: the statuses of EPP and of RDAP.
    const written = [
      "addPeriod autoRenewPeriod clientDeleteProhibited clientHold clientRenewProhibited inactive ok",
      "clientTransferProhibited clientUpdateProhibited pendingCreate pendingDelete pendingRenew",
      "pendingRestore pendingTransfer pendingUpdate redemptionPeriod renewPeriod serverHold",
      "serverDeleteProhibited serverRenewProhibited serverTransferProhibited transferPeriod",
      "validated locked active private removed obscured associated proxy CLIENTDELETEHOLD",
    ].flatMap((line) => line.split(" "));
    written.push("delete prohibited", "renew prohibited", "transfer prohibited", "update prohibited");
    written.push("server update prohibited", "pending delete", "client hold");
    for (const status of written) assert.deepEqual(findUnknownStatuses(readStatuses(status)), [], status);
    assert.deepEqual(findUnknownStatuses(["ok", "pendingDelet", "zzz"]), [
      { status: "pendingDelet", meant: suggestion("pendingDelete") },
      { status: "zzz", meant: "" },
    ]);
  });

  it("never include one that shows a stage", () => {
    for (const status of "redemptionPeriod pendingRestore pendingDelete clientDeleteHold clientHold".split(
      " ",
    ))
      assert.deepEqual([findUnknownStatuses([status]), findStage([status]) === undefined], [[], false]);
  });
});
