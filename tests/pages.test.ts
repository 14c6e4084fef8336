import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { anchorsOf, headingsOf, linksOf, pagePaths, readPage } from "./pages";
import { root } from "./root";

/** A relative link of a page: the path that it leads to, from the root, and the heading there. */
interface RelativeLink {
  target: string;
  path: string;
  anchor: string | undefined;
}

function relativeLinksOf(page: string): RelativeLink[] {
  return linksOf(readPage(page))
    .filter(({ target }) => !/^\w+:/.test(target))
    .map(({ target }) => {
      const [path = "", anchor] = target.split("#");
      return { target, path: path === "" ? page : posix.join(posix.dirname(page), path), anchor };
    });
}

describe("pages of the documentation", () => {
  it("link to files that exist, and to headings that they have", () => {
    const broken = pagePaths.flatMap((page) =>
      relativeLinksOf(page)
        .filter(({ path, anchor }) => {
          if (!existsSync(join(root, path))) return true;
          return (
            anchor !== undefined && !(path.endsWith(".md") && anchorsOf(readPage(path)).includes(anchor))
          );
        })
        .map(({ target }) => `${page}: ${target}`),
    );
    assert.deepEqual(broken, []);
  });

  it("are reached from the README by links", () => {
    const reached = new Set(["README.md"]);
    for (const page of reached)
      for (const { path } of relativeLinksOf(page)) if (pagePaths.includes(path)) reached.add(path);
    assert.deepEqual(
      pagePaths.filter((page) => !reached.has(page)),
      [],
    );
    assert.ok(reached.size > 20);
  });

  it("have one title each, no heading twice, and no level skipped", () => {
    for (const page of pagePaths) {
      const headings = headingsOf(readPage(page));
      const levels = headings.map(({ level }) => level);
      assert.deepEqual([levels[0], levels.filter((level) => level === 1).length], [1, 1], page);
      for (const [index, level] of levels.entries()) assert.ok(level <= (levels[index - 1] ?? 0) + 1, page);
      const anchors = anchorsOf(readPage(page));
      assert.equal(new Set(anchors).size, anchors.length, page);
    }
  });

  it("say in the first sentence what they are for", () => {
    const written = pagePaths.filter(
      (page) => /^docs\//.test(page) && !/marketplace|architecture|faults/.test(page),
    );
    for (const page of written) {
      const [, first = ""] = /^# [^\n]+\n\n(This page [\s\S]*?\.)\s/.exec(readPage(page)) ?? [];
      assert.ok(first.length > 20, page);
    }
  });
});
