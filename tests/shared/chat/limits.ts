import { textIn } from "./messages";

/** A limit of a product, and the size of a body by its measure. */
type Limit = readonly [limit: number, sizeOf: (body: string) => number];

/** The limits of each product, that of its lines first. */
export const limits: Readonly<Record<string, readonly [Limit, ...Limit[]]>> = {
  slack: [
    [13_000, (body) => body.length],
    [50, (body) => JSON.parse(body).blocks.length],
    [150, (body) => JSON.parse(body).blocks[0].text.text.length],
    [0, (body) => [...body.matchAll(/"text":""/g)].length],
    [3000, (body) => JSON.parse(body).blocks.at(-1).elements[0].text.length],
  ],
  teams: [[20_000, (body) => Buffer.byteLength(body)]],
  discord: [
    [6000, (body) => descriptionsIn(body).reduce((sum, length) => sum + length, 0)],
    [4096, (body) => Math.max(...descriptionsIn(body))],
    [10, (body) => descriptionsIn(body).length],
    [0, (body) => descriptionsIn(body).filter((length) => length === 0).length],
    [2000, (body) => JSON.parse(body).content.length],
  ],
  googleChat: [
    [30_000, (body) => Buffer.byteLength(body)],
    [100, (body) => JSON.parse(body).cardsV2[0].card.sections[0].widgets.length],
  ],
  webex: [[7439, (body) => Buffer.byteLength(textIn("webex", body))]],
  rocketChat: [[5000, (body) => textIn("rocketChat", body).length]],
  mattermost: [[15_000, (body) => attachmentsIn(body).join("").length]],
};

function descriptionsIn(body: string): number[] {
  const { embeds }: { embeds: { description: string }[] } = JSON.parse(body);
  return embeds.map(({ description }) => description.length);
}

/** The texts of Mattermost's attachments. */
export function attachmentsIn(body: string): string[] {
  const { attachments }: { attachments: { text?: string }[] } = JSON.parse(body);
  return attachments.flatMap(({ text }) => text ?? []);
}
