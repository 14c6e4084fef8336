import { textIn } from "./messages";

/** A limit of a product, and the size of a body by its measure. */
type Limit = readonly [limit: number, sizeOf: (body: string) => number];

/** The limits of each product, that of its lines first. */
export const limits: Readonly<Record<string, readonly [Limit, ...Limit[]]>> = {
  slack: [
    [12_000, (body) => body.length],
    [50, (body) => JSON.parse(body).blocks.length],
  ],
  teams: [[20_000, (body) => Buffer.byteLength(body)]],
  discord: [
    [4096, (body) => JSON.parse(body).embeds[0].description.length],
    [2000, (body) => JSON.parse(body).content.length],
  ],
  googleChat: [
    [30_000, (body) => Buffer.byteLength(body)],
    [100, (body) => JSON.parse(body).cardsV2[0].card.sections[0].widgets.length],
  ],
  webex: [[7439, (body) => Buffer.byteLength(textIn("webex", body))]],
  rocketChat: [[5000, (body) => textIn("rocketChat", body).length]],
};
