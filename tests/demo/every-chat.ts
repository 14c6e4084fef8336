import { type ChatProduct, productNames, startChat } from "../sandbox/chat";

/** Chats of products. If they are several, one run of the monitor posts to each by a route. */
export type EveryChat = Awaited<ReturnType<typeof startEveryChat>>;

async function startEveryChat(products: readonly ChatProduct[] = productNames) {
  const chats = await Promise.all(
    products.map(async (product) => ({ product, chat: await startChat(undefined, product) })),
  );
  // What routes take does not go to the step's own webhook, which has to be another one.
  const own = (chats.length === 1 && chats[0]?.chat) || (await startChat());
  const variableOf = (product: ChatProduct) => `CHAT_OF_${product.toUpperCase()}`;
  return {
    /** The key of the configuration. */
    routes:
      chats.length === 1
        ? undefined
        : chats.map(({ product }) => ({ webhook: variableOf(product), chat_format: product })),
    inputs: { webhookUrl: "$(own)", chatFormat: products[0] ?? "auto" },
    secrets: Object.fromEntries([
      ["own", own.webhook.href],
      ...chats.map(({ product, chat }) => [product, chat.webhook.href]),
    ]),
    env: Object.fromEntries(chats.map(({ product }) => [variableOf(product), `$(${product})`])),
    paths: [own, ...chats.map(({ chat }) => chat)].map(({ webhook }) => webhook.pathname),
    /** The first message to each. */
    texts: (): Partial<Record<ChatProduct, string>> =>
      Object.fromEntries(
        chats.flatMap(({ product, chat: { texts } }) => texts.slice(0, 1).map((text) => [product, text])),
      ),
    forget(): void {
      for (const { chat } of chats) chat.texts.splice(0);
    },
    async close(): Promise<void> {
      await Promise.all([...new Set([own, ...chats.map(({ chat }) => chat)])].map((chat) => chat.close()));
    },
  };
}

/** Starts the chats for as long as `act` takes. */
export async function withChats<T>(
  act: (chats: EveryChat) => Promise<T>,
  products?: readonly ChatProduct[],
): Promise<T> {
  const chats = await startEveryChat(products);
  return act(chats).finally(() => chats.close());
}
