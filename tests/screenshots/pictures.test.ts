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
