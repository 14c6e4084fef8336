import { writeFileSync } from "node:fs";
import { installAgent } from "../sandbox/agent";
import { needBrowser, openBrowser } from "../tab/browser/browser";
import { imagePath, listPath, renderPictures, sha256, type Taken, takePicture, viewport } from "./pictures";

/** `npm run screenshots`: takes the pictures, and lists the text that each one shows. */
async function main(): Promise<void> {
  const agent = installAgent();
  const { newContext, close } = await openBrowser(needBrowser());
  try {
    const page = await (await newContext({ viewport })).newPage();
    const taken: Record<string, Taken> = {};
    for (const [name, html] of Object.entries(await renderPictures(agent))) {
      const { image, text } = await takePicture(page, html);
      writeFileSync(imagePath(name), image);
      taken[name] = { sha256: sha256(image), text };
      console.log(`${name}.png: ${Math.ceil(image.length / 1000)} KB`);
    }
    writeFileSync(listPath, `${JSON.stringify(taken, null, 2)}\n`);
  } finally {
    await close();
    agent.dispose();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
