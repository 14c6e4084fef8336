import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { useAgent } from "../packaged/use-agent";
import { readPage } from "../pages";
import { describeInBrowser } from "../tab/browser/stage";
import {
  imagePath,
  listPath,
  pagePictures,
  renderPictures,
  sha256,
  type Taken,
  takePicture,
  viewport,
} from "./pictures";

const taken: Record<string, Taken> = JSON.parse(readFileSync(listPath, "utf8"));
const again = "run `npm run screenshots`, and look at the pictures";

describe("the pictures of the marketplace and of the pages", () => {
  it("are those that the command took", () => {
    const manifest: { screenshots: { path: string }[] } = JSON.parse(readPage("vss-extension.json"));
    assert.deepEqual(Object.keys(taken), [
      ...manifest.screenshots.map(({ path }) => basename(path, ".png")),
      ...pagePictures,
    ]);
    for (const [name, picture] of Object.entries(taken))
      assert.equal(sha256(readFileSync(imagePath(name))), picture.sha256, `${name}: ${again}`);
  });

  it("have no sentence that says a thing twice, or at another time than it was", () => {
    const wrong: Readonly<Record<string, RegExp>> = {
      "a repair is of one run": /\(attempt \d+\) \d+ times/,
      "what is known only now is not known since": /known since (\d\d:\d\d)\n(?:.*\n)*?.*to \1 UTC/,
      "a run takes time": /usually under 1 s/,
      "a number and a row are the same": /failed \d+ times since [^\n]*\d(?:st|nd|rd|th) in a row/,
      "a title has its icon": /^(\S+) .*\n\1 (?:At|Since|Earlier|Cause|Runs?|Pipeline)\b/m,
      "a run that is not run again has its number": /^[^\d\n]*: not run again/m,
    };
    for (const [name, { text }] of Object.entries(taken))
      for (const [rule, pattern] of Object.entries(wrong))
        assert.doesNotMatch(text.join("\n"), pattern, `${name}: ${rule}`);
  });
});

describeInBrowser("the text in the pictures", ({ openUrl }) => {
  const agent = useAgent();

  it("is what the packaged tasks write today", async () => {
    const pages = Object.entries(await renderPictures(agent()));
    const page = await openUrl("about:blank", { viewport });
    const texts: Record<string, string[]> = {};
    for (const [name, html] of pages) texts[name] = (await takePicture(page, html)).text;
    const expected = Object.entries(taken).map(([name, { text }]) => [name, text]);
    assert.deepEqual(texts, Object.fromEntries(expected), again);
  });
});
