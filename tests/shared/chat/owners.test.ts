import assert from "node:assert/strict";
import fc from "fast-check";
import { type OwnedPipelines, renderParts } from "../../../shared/chat/message";
import { fitOwners, mentionsIn } from "../../../shared/chat/owners";
import { productNames } from "../../sandbox/chat";
import { sanitize } from "../../sanitize";
import { limits } from "./limits";
import { bodyOf, longMessage } from "./messages";

const plain = { name: (text: string) => text, link: (label: string) => label, isPrinted: true };
const isMention = (owner: string) => owner.startsWith("@");

function lineOf(owners: readonly OwnedPipelines[], room = Number.POSITIVE_INFINITY): string {
  const render = (parts: Parameters<typeof mentionsIn>[0]) => renderParts(parts, plain, sanitize);
  return render(fitOwners(owners, isMention, (parts) => render(parts).length <= room, sanitize));
}

describe("the line of owners", () => {
  it("names each owner with the pipelines, and is empty without a mention", () => {
    const owners = [
      { owner: "@data", pipelines: ["nightly import", "db_backup"] },
      { owner: "Data team", pipelines: ["payroll"] },
      { owner: "@ops", pipelines: ["price feed"] },
      { owner: "@all", pipelines: [] },
    ];
    assert.equal(lineOf(owners), "Owners: @data (nightly import, db_backup), @ops (price feed), @all");
    assert.equal(lineOf(owners.slice(1, 2)), "");
    assert.deepEqual(
      fitOwners(undefined, isMention, () => false, sanitize),
      [],
    );
  });

  it("joins what belongs to the same owner, and names a pipeline once", () => {
    const owners = [
      { owner: "@data", pipelines: ["a", "b"] },
      { owner: "@ops", pipelines: ["c"] },
      { owner: "@Data", pipelines: ["b", "d"] },
    ];
    assert.equal(lineOf(owners), "Owners: @data (a, b, d), @ops (c)");
  });

  it("names at most three pipelines, shortened, and counts the others", () => {
    const pipelines = ["a", "b".repeat(50), "c\nd", "e", "f", "g", "h"];
    const line = lineOf([{ owner: "@data", pipelines }]);
    assert.equal(line, `Owners: @data (a, ${"b".repeat(23)}…${"b".repeat(16)}, c d and 4 more)`);
  });

  it("mentions at most 20 owners, and counts the others", () => {
    const owners = Array.from({ length: 23 }, (_, index) => ({ owner: `@o${index}`, pipelines: ["p"] }));
    const line = lineOf(owners);
    assert.ok(line.endsWith("@o18 (p), @o19 (p) and 3 more"), line);
  });

  it("shows less if it takes too much room, and mentions at least one owner", () => {
    const pipelines = ["nightly import of the price feed", "db_backup", "payroll", "x"];
    const owners = Array.from({ length: 20 }, (_, index) => ({ owner: `@o${index}`, pipelines }));
    const whole = lineOf(owners);
    assert.match(whole, /^Owners: @o0 \(nightly import of the .*, db_backup, payroll and 1 more\), @o1 /);
    assert.equal(lineOf(owners, whole.length), whole);
    const alone = `Owners: ${owners.map(({ owner }) => owner).join(", ")}`;
    assert.equal(lineOf(owners, whole.length - 1), alone);
    const four = "Owners: @o0, @o1, @o2, @o3 and 16 more";
    assert.equal(lineOf(owners, four.length), four);
    assert.equal(lineOf(owners, 0), "Owners: @o0 and 19 more");
  });

  it("mentions every owner up to 20 once, whatever the room leaves of the pipelines' names", () => {
    const one = fc.record({ owner: fc.stringMatching(/^@[a-c]{1,3}$/), pipelines: fc.array(fc.string()) });
    const some = fc.array(one, { maxLength: 40 });
    fc.assert(
      fc.property(some, (owners) => {
        const expected = [...new Set(owners.map(({ owner }) => owner))].slice(0, 20);
        assert.deepEqual(mentionsIn(fitOwners(owners, isMention, () => true, sanitize)), expected);
      }),
    );
  });
});

describe("the line of owners in a message over the limit", () => {
  const numbers = Array.from({ length: 25 }, (_, index) => 100 + index);
  const letters = (count: number) => "x".repeat(count);
  /** The longest mentions that each product accepts. */
  const longest: Record<string, (number: number) => string> = {
    slack: (number) => `<!subteam^S${"A".repeat(27)}${number}>`,
    discord: (number) => `<@&12345678901234567${number}>`,
    teams: (number) => `<at>${letters(125)}${number}@${letters(100)}</at>`,
    googleChat: (number) => `<users/${"1".repeat(27)}${number}>`,
    webex: (number) => `<@personEmail:${letters(61)}${number}@${letters(100)}>`,
  };
  /** How many of these fit into a third of a message, where that is not 20. */
  const fewer: Record<string, number> = { teams: 6, webex: 13 };
  const ofOthers = (number: number) => `@${letters(61)}${number}`;
  const long = ["Ümläute ＆ 夜間バッチ ".repeat(20), '_*&<"'.repeat(50)];
  const pipelines = ["nightly import", ...long, "payroll", "x"];

  for (const name of productNames)
    it(`${name}: mentions as many owners as a third of it has room for beside the worst issues, and the message keeps within the limit`, () => {
      const ownerOf = longest[name] ?? ofOthers;
      const owned = numbers.map((number) => ({ owner: ownerOf(number), pipelines }));
      for (const pipeline of ["nightly import", "_*&<", "夜"]) {
        const body = bodyOf(name, { ...longMessage(300, pipeline), owners: owned });
        assert.match(body, /Owners: /);
        assert.match(body, / and \d+ more"?/);
        const mentioned = numbers.filter((number) => new RegExp(`(x|A|7|1111)${number}`).test(body));
        assert.equal(mentioned.length, fewer[name] ?? 20);
        if (name !== "markdown") assert.match(body, /\d+ more problems/);
        const issues = body.match(/ failed\b/g) ?? [];
        assert.ok(issues.length > 6, `only ${issues.length} issues are left`);
        for (const [limit, sizeOf] of limits[name] ?? []) assert.ok(sizeOf(body) <= limit, `${sizeOf(body)}`);
      }
    });
});
