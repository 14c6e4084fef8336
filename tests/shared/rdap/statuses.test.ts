import assert from "node:assert/strict";
import fc from "fast-check";
import { readStatuses, statusNames } from "../../../shared/rdap/statuses";
import { someStatuses, spelling, spelt } from "./status-spellings";

/** As servers and whois lines have it in public reports. */
const reported: [source: string, value: unknown, statuses: string[]][] = [
  ["weppos/whois 399", "Status: clientHold http://www.icann.org/epp#clientHold", ["clientHold"]],
  ["weppos/whois 116", ["TRANSFER PROHIBITED", "RENEW PERIOD"], ["renewPeriod", "transferProhibited"]],
  ["weppos/whois 244", "status:           RedemptionPeriod", ["redemptionPeriod"]],
  ["weppos/whois 124", "pendingTransfer / autoRenewPeriod", ["autoRenewPeriod", "pendingTransfer"]],
  ["rdap-org/validator.rdap.org 8", ["update prohibited"], ["updateProhibited"]],
  ["weppos/whois 199", ["registrarTransferProhibited"], ["registrarTransferProhibited"]],
];

describe("statuses of a domain", () => {
  for (const [source, value, statuses] of reported)
    it(`are read as they are written in public: ${source}`, () =>
      assert.deepEqual(readStatuses(value), statuses));

  it("are the same in every spelling, alone or with others", () =>
    fc.assert(
      fc.property(
        someStatuses.chain((names) => fc.tuple(fc.constant(names), spelt(names))),
        ([names, value]) => assert.deepEqual(readStatuses(value), names),
      ),
    ));

  it("are read from lines that were joined, as a folded text of YAML joins them", () => {
    const line = (name: string) => `Domain Status: ${name} https://icann.org/epp#${name}`;
    const both = ["pendingDelete", "clientHold"];
    assert.deepEqual(readStatuses(both.map(line).join(" ")), both);
    assert.deepEqual(readStatuses(both.join(" ")), both);
    assert.deepEqual(readStatuses('"status":["pending delete","client hold"]'), both);
    assert.deepEqual(readStatuses("https://icann.org/epp#clientHold"), ["clientHold"]);
  });

  it("stay what they are if they are not known, and never disappear", () => {
    for (const other of ["to be suspended", "pendingDelet", "okay", "löschung", "ok2"])
      assert.deepEqual(readStatuses([other, "ok"]), ["ok", other]);
    for (const other of [
      5,
      null,
      true,
      {},
      { value: 5 },
      ["ok"],
      "##vso[task.complete]",
      "x".repeat(101),
      "оk ok",
    ])
      assert.equal(readStatuses([other, "ok"]).length, 2, JSON.stringify(other));
    for (const other of [5, null, {}]) assert.deepEqual(readStatuses(other), ["(unreadable)"]);
    const contradicting = readStatuses("ok https://icann.org/epp#pendingDelete");
    assert.deepEqual(contradicting, ["ok https://icann.org/epp#pendingDelete"]);
  });

  it("are none where nothing is written", () => {
    for (const empty of [undefined, [], "", " , ;\n", [""]]) assert.deepEqual(readStatuses(empty), []);
  });

  it("are all kept if they are known, and enough of the others to be noticed", () => {
    const others = Array.from({ length: 500 }, (_, index) => `status ${index}`);
    const read = readStatuses([...others, ...others, ...statusNames]);
    assert.deepEqual(read, [...statusNames, ...others.slice(0, 10)]);
  });

  it("are short lines of text, whatever a service sends", () =>
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const status of readStatuses(value)) {
          assert.match(status, /^[^\r\n[\]]{1,100}$/);
          assert.deepEqual(readStatuses(status), [status]);
        }
      }),
    ));

  it("have a name in the spelling of EPP", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...statusNames).chain((name) => fc.tuple(fc.constant(name), spelling(name))),
        ([name, value]) => assert.deepEqual(readStatuses([value]), [name]),
      ),
    ));
});
