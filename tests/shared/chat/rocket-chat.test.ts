import assert from "node:assert/strict";
import querystring from "node:querystring";
import { parse } from "@rocket.chat/message-parser";
import fc from "fast-check";
import type { Message } from "../../../shared/chat/message";
import { memberAt } from "../../../shared/json/path";
import { membersIn, nodesIn, shownNames } from "./mentions-seen";
import { bodyOf, goldenMessage, hostileMessage, logUrl, ownRun, runPage, textIn } from "./messages";

describe("Rocket.Chat", () => {
  const treeOf = (message: Message, product = "rocketChat") =>
    parse(textIn(product, bodyOf(product, message)), {
      colors: true,
      emoticons: true,
      katex: { dollarSyntax: true, parenthesisSyntax: true },
    });
  const linksIn = (tree: unknown) => nodesIn(tree).flatMap((node) => memberAt(node, ["src", "value"]) ?? []);
  const ours = [runPage, logUrl, ownRun].map((address) => address.replaceAll("_", "%5F"));
  /** The text that is shown: without links' addresses, and with shortcodes as emoji. */
  const textOf = (tree: unknown): string => {
    if (Array.isArray(tree)) return tree.map(textOf).join("");
    const [label, value] = [memberAt(tree, ["value", "label"]), memberAt(tree, ["value"])];
    if (label !== undefined) return textOf(label);
    const text = value ?? memberAt(tree, ["unicode"]) ?? [];
    return typeof text === "string" ? text : textOf(text);
  };
  /** A text with signs in place of those that look alike. */
  const plain = (text: string) =>
    text
      .normalize("NFKC")
      .replace(/[\u2060\u2068\u2069]/g, "")
      .replace(/[‹›]/g, (sign) => (sign === "‹" ? "<" : ">"));

  it("reads a pipeline, a build number and a project as text, finds our links alone, and mentions nobody", () => {
    fc.assert(
      fc.property(shownNames, shownNames, shownNames, (pipeline, buildNumber, project) => {
        const message = hostileMessage(pipeline, buildNumber);
        const tree = treeOf({ ...message, title: [{ name: project }, { words: ": 1 failed" }] });
        const types = membersIn(tree, "type").map(String);
        for (const type of types) assert.match(type, /^(PARAGRAPH|LINE_BREAK|BOLD|LINK|PLAIN_TEXT|EMOJI)$/);
        assert.deepEqual(membersIn(tree, "shortCode"), []);
        assert.deepEqual(linksIn(tree), ours);
        for (const name of [pipeline, buildNumber, project])
          assert.ok(plain(textOf(tree)).includes(plain(name)), textOf(tree));
      }),
    );
  });

  it("shows ordinary names as they are, letter for letter", () => {
    for (const name of ["db_backup_eu", "AT&T", "a|b", "1) first", "20261120.3", "12:30 (UTC), #1"])
      assert.ok(textOf(treeOf(hostileMessage(name))).includes(name.replace("#", "＃")), name);
  });

  it("links to any URL, underscores in the label and in the URL included", () => {
    const path = fc.tuple(fc.webUrl(), shownNames).map(([url, end]) => new URL(`${url}/${end}`));
    fc.assert(
      fc.property(path, shownNames, (url, name) => {
        const parts = [{ label: { name }, url }];
        const tree = treeOf({ ...goldenMessage, lines: [{ parts, severity: "failure", rank: 0 }] });
        const [link, ...others] = linksIn(tree).map((address) => querystring.unescape(String(address)));
        assert.deepEqual([link, others.length], [querystring.unescape(url.href), 1]);
      }),
    );
  });
});
