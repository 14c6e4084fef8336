import assert from "node:assert/strict";
import fc from "fast-check";
import {
  holdsOf,
  isHeldBy,
  isHoldDue,
  isLapsed,
  type Mark,
  markIn,
  markText,
  openOf,
  othersOf,
  sortedOpen,
  type Ticket,
  textsWith,
} from "../../../../../tasks/PipelineMonitor/features/tickets/holds";
import { hostileText } from "../../../../hostile-text";

const [one, other] = ["0123456789abcdef", "fedcba9876543210"];
const day = 86_400;
const markOf = (...holds: Mark["holds"]): Mark => ({ key: one, isState: false, holds });
const item: Ticket = {
  ...{ id: 1, revision: 1, type: "Issue", state: "To Do", texts: {}, stateSince: 1000 },
  ...{ createdBy: "robot", createdAt: 500, changedBy: "robot", isOver: false },
  mark: markOf({ monitor: one, at: 500 }),
};

describe("the holds of a ticket", () => {
  const plain = { noNullPrototype: true };
  const someHold = fc.record({ monitor: fc.constantFrom(one, other), at: fc.nat(2 ** 31) }, plain);
  const someMark = fc.record(
    { key: fc.constant(other), isState: fc.boolean(), holds: fc.array(someHold) },
    plain,
  );

  it("stand in its text, and change without any other character of it", () => {
    fc.assert(
      fc.property(hostileText, hostileText, someMark, fc.array(someHold), (before, after, mark, holds) => {
        fc.pre(markIn(before) === undefined);
        const texts = { A: `${before} ${markText(mark)}. ${after}`, B: before };
        assert.deepEqual(markIn(texts.A), mark);
        assert.deepEqual(textsWith(texts, holds), {
          A: `${before} ${markText({ ...mark, holds })}. ${after}`,
        });
      }),
    );
    assert.equal(markIn(one), undefined);
  });

  it("are none of a text that was copied into another work item", () => {
    assert.equal(holdsOf({ ...item, createdAt: 1100 }).length, 1, "the clocks may differ");
    assert.deepEqual(holdsOf({ ...item, createdAt: 1101 }), []);
    assert.equal(holdsOf({ ...item, createdAt: Number.NaN }).length, 1);
    assert.deepEqual(holdsOf({ ...item, mark: undefined }), []);
  });

  it("are renewed after three days, and lapse after ten", () => {
    assert.deepEqual(
      [0, 3 * day - 1, 3 * day, 10 * day - 1, 10 * day].map((age) => [
        isHoldDue(item, one, 500 + age),
        othersOf(item, other, 500 + age).length,
        isLapsed(item, 500 + age),
      ]),
      [
        [false, 1, false],
        [false, 1, false],
        [true, 1, false],
        [true, 1, false],
        [true, 0, true],
      ],
    );
    assert.equal(isHoldDue(item, other, 500), true);
    assert.deepEqual([isHeldBy(item, one), isHeldBy(item, other)], [true, false]);
    assert.equal(isLapsed({ ...item, mark: markOf() }, 99 * day), false, "a person opened it again");
  });

  it("tell twins that monitors opened at the same moment from copies that people made", () => {
    const younger = { ...item, id: 2 };
    const kind = (ticket: Ticket) => {
      const { main, twins, copies } = sortedOpen([ticket, item, { ...item, id: 9, isOver: true }]);
      assert.equal(main, item);
      return [twins.length, copies.length];
    };
    const [twin, copy] = [
      [1, 0],
      [0, 1],
    ];
    assert.deepEqual(kind(younger), twin);
    assert.deepEqual(kind({ ...younger, createdAt: 1100 }), twin);
    assert.deepEqual(kind({ ...younger, createdAt: 1101 }), copy);
    assert.deepEqual(kind({ ...younger, createdAt: Number.NaN }), copy);
    assert.deepEqual(kind({ ...younger, createdBy: "Ann" }), copy);
    const byOther = { ...younger, createdBy: "another project's build service" };
    assert.deepEqual(kind({ ...byOther, mark: markOf({ monitor: other, at: 500 }) }), twin);
    assert.deepEqual(kind({ ...byOther, mark: markOf() }), copy);
    assert.deepEqual(kind({ ...byOther, mark: item.mark }), copy, "with the same holds");
    const reopened = { ...item, id: 0, createdAt: 0, mark: markOf() };
    assert.equal(sortedOpen([reopened, item]).main, item, "one that somebody holds comes first");
    assert.equal(sortedOpen([reopened]).main, reopened);
    assert.deepEqual(sortedOpen([]), { main: undefined, twins: [], copies: [] });
    assert.deepEqual(
      openOf([younger, item]).map(({ id }) => id),
      [1, 2],
    );
  });
});
