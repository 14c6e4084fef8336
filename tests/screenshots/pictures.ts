import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { demonstrateMonitor, demonstrateRegister } from "../demo/demonstration";
import { eventfulConfig, eventfulHour } from "../demo/eventful-hour";
import { readPage } from "../pages";
import { root } from "../root";
import type { SandboxAgent } from "../sandbox/agent";
import type { ConnectionType } from "../sandbox/connection-type";
import { attachedReports, filledPage } from "../sandbox/report-pages";
import { bodyOf, textIn } from "../shared/chat/messages";
import { hubFiles } from "../tab/hub-files";
import { badHours } from "../tasks/PipelineMonitor/house/bad-hours";
import { messageOn } from "../tasks/PipelineMonitor/house/bad-hours-stage";
import {
  atPublicAddress,
  clickPaths,
  connectionForms,
  hubFrame,
  phones,
  slackChannel,
  tabFrame,
} from "./pages";

/** The pictures of the marketplace and of the pages: what the tasks write about hours that are always the same. */

/** The size that the marketplace asks for. */
export const viewport = { width: 1366, height: 768 };

/** A picture that was taken: which file it is, and the lines of text in the page that it shows. */
export interface Taken {
  sha256: string;
  text: string[];
}

/** The file that lists the pictures by their names. */
export const listPath = join(root, "tests", "screenshots", "pictures.json");

/** Pictures that only a page shows: they are not in the package. */
export const pagePictures = ["connections", "chat-setup"];

export const imagePath = (name: string): string =>
  join(root, pagePictures.includes(name) ? "docs" : "images", `${name}.png`);

export const sha256 = (image: Buffer): string => createHash("sha256").update(image).digest("hex");

export const now = Date.UTC(2026, 10, 20, 6, 19);

/** Runs both tasks and renders the page of each picture, as large as it can be while ending between two rows. */
export async function renderPictures(agent: SandboxAgent): Promise<Record<string, string>> {
  const { "hub-bad-night": night = "" } = await hubFiles();
  return {
    "monitor-hub": hubFrame("Night Shift", night, 1.21),
    ...(await renderMonitor(agent)),
    ...(await renderPhones()),
    "register-tab": await renderRegister(agent),
    connections: renderConnections(),
    "chat-setup": renderSetups(),
  };
}

/** The two service connections of the extension, with the names that the pages give them. */
function renderConnections(): string {
  const { contributions }: { contributions: { id: string; properties: ConnectionType }[] } = JSON.parse(
    readFileSync(join(root, "vss-extension.json"), "utf8"),
  );
  const typeOf = (id: string) =>
    contributions.find((one) => one.id === id)?.properties ?? assert.fail(`${id} is not contributed`);
  return connectionForms([
    {
      ...{ type: typeOf("webhook-connection"), name: "operations-channel" },
      ...{ isForAllPipelines: true, button: "Save" },
    },
    {
      ...{ type: typeOf("registrar-connection"), name: "registrar" },
      ...{ isForAllPipelines: false, button: "Verify and save" },
    },
  ]);
}

/** How a webhook is created in each chat, in the words of the pages. */
function renderSetups(): string {
  const pages = ["quickstart.md", "chats.md"].map((page) => readPage("docs", "monitor", page)).join("\n");
  const texts = [
    ...pages.matchAll(/^\*\*(\w+):\*\* (.+(?:\n.+)*)/gm),
    ...pages.matchAll(/^\| \[([\w. ]+)\]\(http[^)]*\) \| (.+) \|$/gm),
  ];
  return clickPaths(
    texts.map(([, product = "", text = ""]) => ({
      product,
      labels: [...text.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, label = ""]) =>
        label.replace("⋯", "…"),
      ),
    })),
  );
}

/** Bad hours that show most of what a message is for, as some products show them. */
export const onPhones = {
  teams: ["agentLost", "failedAndWorks", "nothingRan", "twoLimits"],
  discord: ["allResults", "twoCausesOfOne", "twoWorkAgain", "tenMissed", "firstReport"],
  googleChat: ["stuckBesideFailure", "fewInThree", "severalProjects", "sinceYesterday", "enoughAgain"],
  mattermost: ["poolDown", "threeOfOneCause", "problemBesideRecovery", "nothingRan", "firstReport"],
} as const;

async function renderPhones(): Promise<Record<string, string>> {
  const pictures: Record<string, string> = {};
  for (const product of ["teams", "discord", "googleChat", "mattermost"] as const) {
    const messages = await Promise.all(onPhones[product].map((hour) => messageOn(badHours[hour])));
    const texts = messages.map((message) => textIn(product, bodyOf(product, message)));
    pictures[`chat-${product}`] = await phones(product, texts);
  }
  return pictures;
}

/**
 * Takes a picture of a page of HTML. Returns it with its lines of text, those of its frames too; far below the picture's
 * edge, the browser leaves some out, and the same ones each time once it has drawn the page.
 */
export async function takePicture(page: Page, html: string): Promise<{ image: Buffer; text: string[] }> {
  await page.setContent(html);
  // The hub unpacks its journal first.
  for (const frame of page.frames().slice(1)) await frame.locator("article").waitFor();
  const image = await page.screenshot();
  const texts = await Promise.all(page.frames().map((frame) => frame.locator("body").innerText()));
  const lines = texts.flatMap((text) => text.split("\n")).map((line) => line.trim());
  return { image, text: lines.filter(Boolean) };
}

async function renderMonitor(agent: SandboxAgent): Promise<Record<string, string>> {
  const { step, service, texts } = await demonstrateMonitor(agent, { runs: eventfulHour(now) }, "slack", {
    clockStartsAt: now,
    furtherKeys: { ...eventfulConfig, run_ct_min: -1 },
    hasReported: true,
  });
  const inPublic = (text: string) => atPublicAddress(text, service, new URL("https://dev.azure.com/"));
  const icon = readFileSync(imagePath("extension-icon"));
  const [report = ""] = attachedReports(step).map(inPublic);
  return {
    "monitor-tab": tabFrame(
      { pipeline: "pipeline monitor", number: "20261120.7" },
      filledPage(JSON.parse(report)),
      0.9,
    ),
    "monitor-chat": await slackChannel(icon, "6:19 AM", inPublic(texts.join(""))),
  };
}

/** A wait with a registrar that fails for a while, and an offer over the cap before the one that is bought. */
async function renderRegister(agent: SandboxAgent): Promise<string> {
  const name = "soon-released.org";
  const isDear = (checks: number) => checks > 100 && checks < 125;
  const isFree = (checks: number) => isDear(checks) || checks > 190;
  const fails = (checks: number) => checks > 50 && checks < 60;
  const { step, service } = await demonstrateRegister(
    agent,
    {
      domains: [
        {
          name,
          released: (_, checks) => isFree(checks),
          answer: (checks) => ({
            ...(fails(checks) ? { available: "no" } : {}),
            ...(isDear(checks) ? { price: 24_500_000 } : isFree(checks) ? {} : { price: undefined }),
          }),
        },
      ],
      now: () => now,
    },
    { domain: name, pollSeconds: "10", waitMinutes: "65" },
    { clockStartsAt: now },
  );
  const [report = ""] = attachedReports(step).map((text) =>
    atPublicAddress(text, service, new URL("https://api.godaddy.com/")),
  );
  return tabFrame(
    { pipeline: "domain purchase", number: "20261120.1" },
    filledPage(JSON.parse(report)),
    1.21,
  );
}
