import assert from "node:assert/strict";
import { isDropped, onceEntry } from "../../../../tasks/PipelineMonitor/issue/entry";
import {
  cameAgain,
  earlierOf,
  handedOver,
  hasNews,
  inOneEpisode,
  inTwoEpisodes,
  isOwed,
  isTold,
  isUpToDate,
  knownLike,
  lastTold,
  mapEarlier,
  newTo,
  presentOf,
  renewed,
  withEarlier,
  withOwed,
  withoutEarlier,
  withoutOwed,
  withoutTold,
  withTold,
} from "../../../../tasks/PipelineMonitor/issue/knowledge";
import { changedEntry } from "../known-entry";
import { chatId, ended, failedEntry, failure, now, pagerId } from "../ledger/ledger-stage";

const entry = failedEntry();
const told = withTold(entry, chatId, now);
const owed = withOwed(entry, chatId);

describe("who knows a problem", () => {
  it("is asked for one target, or for any", () => {
    assert.deepEqual(
      [entry, told].map((one) => isTold(one)),
      [false, true],
    );
    assert.deepEqual(
      [chatId, pagerId].map((to) => isTold(told, to)),
      [true, false],
    );
    assert.deepEqual(lastTold(told, chatId), { at: now, count: 1 });
    assert.equal(isTold(withoutTold(told, chatId)), false);
    assert.deepEqual(
      [entry, owed].map((one) => isOwed(one)),
      [false, true],
    );
    assert.deepEqual(
      [chatId, pagerId].map((to) => isOwed(owed, to)),
      [true, false],
    );
    assert.equal(isOwed(withoutOwed(owed, chatId)), false);
    const both = withTold(withOwed(told, pagerId), pagerId, now);
    assert.deepEqual(
      [isTold(withoutTold(both, chatId), pagerId), isOwed(withoutOwed(both, chatId))],
      [true, true],
    );
    assert.equal(knownLike(entry, both).knowledge, both.knowledge, "as another one is known");
  });

  it("knows it as it is now until it changes, and that it came again even if it changes after that", () => {
    const changed = renewed(told, "changed");
    assert.deepEqual([told, changed].map(isUpToDate), [true, false]);
    assert.deepEqual(
      [told, changed].map((one) => hasNews(one)),
      [false, true],
    );
    assert.deepEqual([hasNews(changed, chatId), hasNews(changed, pagerId)], [true, false]);
    const again = renewed(renewed(told, "ended"), "changed");
    assert.deepEqual(
      [entry, changed, again].map((one) => cameAgain(one, chatId)),
      [false, false, true],
    );
    assert.equal(hasNews(renewed(told, "changed", (to) => to !== chatId)), false);
    const ofOne = renewed(withTold(told, pagerId, now), "changed", (to) => to === chatId);
    assert.deepEqual([hasNews(ofOne), isUpToDate(ofOne), hasNews(ofOne, pagerId)], [true, true, false]);
  });

  it("is told of both times if it is owed the first, and of the present one if not", () => {
    const both = inTwoEpisodes({ ...owed, count: 3 }, { since: now - 60, countBefore: 2 });
    const shown = [newTo(both, chatId), newTo(both, pagerId), presentOf(both)];
    assert.deepEqual(
      shown.map(({ since, count }) => [since, count]),
      [
        [entry.since, 3],
        [now - 60, 1],
        [now - 60, 1],
      ],
    );
    assert.deepEqual(newTo(withOwed(both, pagerId), pagerId).since, now - 60, "it is owed the present time");
    assert.equal(presentOf(inOneEpisode(both)).since, entry.since);
  });

  it("is told the reasons of before that are new to it, the latest three", () => {
    const all = [4, 3, 2, 1].map((ago) => failure({ finishTime: now - ago * 60 }));
    const several = all.reduce((one, content) => withEarlier(one, content), entry);
    const reasonsFor = (one: typeof entry) => newTo(one, chatId).knowledge.earlier?.map(({ at }) => at);
    assert.deepEqual(
      reasonsFor(several),
      all.slice(1).map(({ at }) => at),
    );
    const since = { ...withOwed(withTold(several, chatId, now - 120), chatId) };
    assert.deepEqual(reasonsFor(since), [now - 60]);
    for (const at of [now, now - 120]) assert.deepEqual(reasonsFor(withTold(several, chatId, at)), []);
    const again = inTwoEpisodes(several, { since: now - 120, countBefore: 1 });
    assert.deepEqual(reasonsFor(again), [now - 120, now - 60], "those of the present time");
  });

  it("keeps reasons of before that a change of all changes, too, until they are forgotten", () => {
    const before = withEarlier(entry, failure({ finishTime: now - 60 }));
    const changed = mapEarlier(before, (content) => ({ ...content, at: 5 }));
    assert.deepEqual(
      earlierOf(changed).map(({ at }) => at),
      [5],
    );
    for (const none of [entry, withoutEarlier(changed)]) {
      assert.deepEqual(earlierOf(none), []);
      assert.equal(
        mapEarlier(none, () => assert.fail()),
        none,
      );
    }
  });

  it("hands what it is owed to those that do not know the problem, if it is no more", () => {
    const heirs = handedOver(withTold(owed, pagerId, now), new Set([pagerId]), [pagerId, "e".repeat(16)]);
    assert.deepEqual(Object.keys(heirs.knowledge.owed), ["e".repeat(16)]);
    assert.equal(handedOver(owed, new Set([chatId]), [pagerId]), owed);
    const some = handedOver(withOwed(owed, pagerId), new Set([pagerId]), ["e".repeat(16)]);
    assert.deepEqual(Object.keys(some.knowledge.owed), [pagerId, "e".repeat(16)], "who takes it stays");
  });

  it("hands over what is owed from the earliest time, whoever was owed it", () => {
    const later = { from: { since: now - 60, countBefore: 2 } };
    const [heir, other] = ["e".repeat(16), "f".repeat(16)];
    for (const debts of [
      { [chatId]: {}, [pagerId]: later },
      { [chatId]: later, [pagerId]: {} },
      { [chatId]: {}, [heir]: later },
    ]) {
      const { knowledge } = handedOver(changedEntry(entry, { owed: debts }), new Set([heir, other]), [
        heir,
        other,
      ]);
      assert.deepEqual(knowledge.owed, { [heir]: {}, [other]: {} });
    }
  });
});

describe("an entry that ended", () => {
  it("was dropped if no run has shown that a problem of runs is over", () => {
    const { note } = ended;
    assert.ok(note !== undefined);
    const dropped = { ...entry, end: { at: now } };
    const states = [
      entry,
      dropped,
      { ...dropped, end: { at: now, note } },
      { ...dropped, family: "stuck" as const },
    ];
    assert.deepEqual(states.map(isDropped), [false, true, false, false]);
  });
});

describe("an entry that is told once", () => {
  it("has its place, and does not last", () => {
    const place = { key: "a".repeat(16), project: "" as const };
    const { key, project, family } = onceEntry(place, { says: [], severity: "note", rank: 7 }, now);
    assert.deepEqual([key, project, family], [place.key, "", "once"]);
  });
});
