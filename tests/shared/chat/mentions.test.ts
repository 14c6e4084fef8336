import assert from "node:assert/strict";
import fc from "fast-check";
import { formatOf } from "../../../shared/chat/formats";
import { markdownLines } from "../../../shared/chat/markdown";
import type { OwnedPipelines } from "../../../shared/chat/message";
import { createSanitizer } from "../../../shared/text/sanitize";
import { hostileText } from "../../hostile-text";
import { renderCard } from "../../sandbox/adaptive-card";
import { productNames } from "../../sandbox/chat";
import { sanitize } from "../../sanitize";
import { mentionsSeen } from "./mentions-seen";
import { bodyOf, goldenMessage, hostileMessage } from "./messages";

/** Mentions in the syntax of each product, the two for everyone last. */
const mentions: Record<(typeof productNames)[number], string[]> = {
  slack: ["<@U012AB3CD>", "<@W012AB3CD>", "<!subteam^S012AB3CD>", "<!here>", "<!channel>", "<!everyone>"],
  discord: ["<@123456789012345678>", "<@&223456789012345678>", "@here", "@everyone"],
  teams: [
    "<at>jane_doe@contoso.com</at>",
    "<at>bob_example.org#EXT#@contoso.com</at>",
    "<at>87d349ed-44d7-43e1-9a83-5f2406dee5bd</at>",
  ],
  googleChat: ["<users/123456789>", "<users/all>"],
  webex: ["<@personEmail:jane_doe@contoso.com>", "<@personId:Y2lzY29zcGFyazovL3VzLw>", "<@all>"],
  markdown: ["@jane_doe", "@data-team.eu", "@here", "@channel", "@all"],
  rocketChat: ["@jane_doe", "@data-team.eu", "@here", "@channel", "@all"],
  mattermost: ["@jane_doe", "@data-team.eu", "@here", "@channel", "@all"],
};
const formatNamed = (name: string) => formatOf(name, new URL("https://x.example/"));
const withOwners = (owners: readonly OwnedPipelines[], message = goldenMessage) => ({ ...message, owners });
const ownedBy = (owners: readonly string[], pipelines: readonly string[] = ["nightly import"]) =>
  owners.map((owner) => ({ owner, pipelines }));
/** All texts of a body, one per line. */
const textsIn = (body: string): string => {
  const texts: string[] = [];
  JSON.parse(body, (_, value) => {
    if (typeof value === "string") texts.push(value);
    return value;
  });
  return texts.join("\n");
};

describe("a mention", () => {
  for (const name of productNames) {
    const { isMention } = formatNamed(name);

    it(`${name}: is recognized in the product's own syntax only`, () => {
      for (const mention of mentions[name]) assert.ok(isMention(mention), mention);
      // Of everyone's, these three have one more word.
      const also = ["markdown", "rocketChat", "mattermost"].includes(name) ? "@everyone" : "";
      for (const other of Object.values(mentions).flat())
        assert.ok(!isMention(other) || [...mentions[name], also].includes(other), other);
    });

    it(`${name}: is one mention with nothing around it`, () => {
      for (const owner of [
        ...["", "Data team", "jane", "@", "@@here", "@here @x", "@here)", "@ü", "<@>", "<@&>", "<@123"],
        ...["<@U1> <!channel>", "<!here|x>", "<users/>", "<users/all> <users/1>", "<@personId:>"],
        ...["<at></at>", "<at>jane</at>", "<at>a@b</at><at>c@d</at>", "<at>a@b", "<@personEmail:a@b@c>"],
      ])
        assert.ok(!isMention(owner), owner);
      for (const mention of mentions[name])
        for (const around of [" _", "_ ", "_\n", "\n_", "x_", "_<", "[](_)"])
          assert.ok(!isMention(around.replace("_", mention)), around);
      assert.ok(!isMention(mentions[name].join("")) && !isMention(mentions[name].join(" ")));
    });
  }
});

describe("the owners of a message", () => {
  for (const name of productNames) {
    it(`${name}: are each mentioned once, with their pipelines; a plain name and others' mentions are not`, () => {
      const owners = [
        ...ownedBy(mentions[name], ["price feed"]),
        ...ownedBy(["Data team", "<@U1> <!channel>", "@here @x"]),
        ...ownedBy(mentions[name], ["price feed", "payroll"]),
      ];
      const body = bodyOf(name, withOwners(owners));
      assert.deepEqual(mentionsSeen[name](body), mentions[name]);
      assert.ok(!/Data team|@x/.test(textsIn(body)), body);
      assert.equal(textsIn(body).match(/payroll/g)?.length, mentions[name].length);
    });

    it(`${name}: mention nobody else, whatever pipelines and the project are called`, () => {
      const names = fc.oneof(hostileText, fc.constantFrom(...Object.values(mentions).flat()));
      const some = fc.record({ pipelines: fc.array(names, { maxLength: 5 }), project: names });
      fc.assert(
        fc.property(some, fc.subarray(mentions[name]), ({ pipelines, project }, configured) => {
          const message = { ...hostileMessage(pipelines[0] ?? "x"), title: [{ name: project }] };
          const body = bodyOf(name, withOwners(ownedBy(configured, pipelines), message));
          assert.deepEqual(mentionsSeen[name](body), configured);
        }),
      );
    });

    it(`${name}: change nothing if none of them is a mention`, () => {
      const before = bodyOf(name, goldenMessage);
      for (const owners of [[], ownedBy(["Data team", "<@U1> <!channel>"])])
        assert.equal(bodyOf(name, withOwners(owners)), before);
    });

    it(`${name}: are not mentioned by an owner that holds a secret`, () => {
      const [mention = "", another = ""] = mentions[name];
      for (const text of ["***", another]) {
        const sanitizer = createSanitizer((line) => line.replaceAll(mention, text));
        const body = formatNamed(name).write(withOwners(ownedBy([mention])), sanitizer);
        assert.ok(!textsIn(body).includes("Owners"), body);
      }
    });
  }

  it("are in the printed lines as in the posted text of Markdown, which escapes underscores", () => {
    const message = withOwners(ownedBy(["@jane_doe", "Data team"], ["db_backup", "price feed"]));
    const printed = markdownLines(message, sanitize);
    assert.equal(printed.at(-1), "Owners: @jane_doe (db_backup, price feed)");
    assert.equal(JSON.parse(bodyOf("markdown", message)).text, printed.join("\n").replaceAll("_", "\\_"));
  });

  it("may be everyone only if the configuration says so: Discord is told exactly whom", () => {
    const allowed = (owners: string[]) =>
      JSON.parse(bodyOf("discord", withOwners(ownedBy(owners, ["@everyone"])))).allowed_mentions;
    assert.deepEqual(allowed(["@here"]), { parse: ["everyone"], users: [], roles: [] });
    assert.deepEqual(allowed(["<@1>"]), { parse: [], users: ["1"], roles: [] });
  });

  it("are in a card that Teams' renderer accepts, with the pipelines' names as text", async () => {
    const date = "{{DATE(2026-11-20T10:00:00Z)}}";
    const pipelines = ["**b** _i_ [x](https://evil.example)", date, "a_b <at>x@y</at> &lt;"];
    const body = bodyOf("teams", withOwners(ownedBy(["<at>jane@contoso.com</at>"], pipelines)));
    const { content } = JSON.parse(body).attachments[0];
    const { faults, html } = await renderCard(content);
    assert.deepEqual(faults, []);
    const block = html.slice(html.indexOf("Owners: "), html.indexOf("contoso/Night Shift"));
    assert.ok(!/<(em|strong|a|code)[ >]/.test(block), block);
    for (const shown of ["&lt;at&gt;jane@contoso.com&lt;/at&gt;", "a_b ‹at›x＠y‹/at›"])
      assert.ok(block.includes(shown), block);
    assert.ok(!content.body.at(-2).text.includes("{{"), "the card would format a date");
  });
});
