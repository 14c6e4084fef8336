import { createRequire } from "node:module";
import MarkdownIt from "markdown-it";

/** The part of the `adaptivecards` package that we use; its own types need those of a browser. */
interface AdaptiveCards {
  AdaptiveCard: {
    new (): {
      parse(content: unknown, context: object): void;
      render(): RenderedElement | undefined;
      validateProperties(): { validationEvents: { message: string }[] };
    };
    onProcessMarkdown: (text: string, result: { didProcess: boolean; outputHtml?: string }) => void;
  };
  SerializationContext: new () => { eventCount: number; getEventAt(index: number): { message: string } };
}

interface RenderedElement {
  outerHTML: string;
  textContent: string;
  querySelectorAll(
    selector: string,
  ): Iterable<{ textContent: string; getAttribute(name: string): string | null }>;
}

interface HappyDom {
  Window: new () => { [name: string]: unknown; happyDOM: { close(): Promise<void> } };
}

const load = createRequire(__filename);

/** Loaded for the first card: a document takes longer to load than most files of tests take. */
function loadRenderer(): AdaptiveCards & HappyDom {
  const cards: AdaptiveCards = load("adaptivecards/dist/adaptivecards.js");
  const markdown = new MarkdownIt();
  cards.AdaptiveCard.onProcessMarkdown = (text, result) => {
    result.outputHtml = markdown.render(text);
    result.didProcess = true;
  };
  const { Window }: HappyDom = load("happy-dom");
  return { ...cards, Window };
}

let renderer: ReturnType<typeof loadRenderer> | undefined;

/** A card as the product's own renderer makes it. */
export interface RenderedCard {
  html: string;
  text: string;
  /** Labels and addresses of what can be clicked, in order. */
  links: { label: string; address: string }[];
  faults: string[];
}

/** The renderer expects these of a browser. */
const globals = ["window", "document", "HTMLElement", "HTMLButtonElement"];

/** Parses and renders an Adaptive Card by the `adaptivecards` package, in a document that is not shown. */
export async function renderCard(content: unknown): Promise<RenderedCard> {
  renderer ??= loadRenderer();
  const { AdaptiveCard, SerializationContext, Window } = renderer;
  const window = new Window();
  Object.assign(globalThis, Object.fromEntries(globals.map((name) => [name, window[name]])));
  try {
    const card = new AdaptiveCard();
    const context = new SerializationContext();
    card.parse(content, context);
    const element = card.render();
    const faults = [
      ...Array.from({ length: context.eventCount }, (_, index) => context.getEventAt(index).message),
      ...card.validateProperties().validationEvents.map(({ message }) => message),
    ];
    return {
      html: element?.outerHTML ?? "",
      text: element?.textContent ?? "",
      links: [...(element?.querySelectorAll("a") ?? [])].map((link) => ({
        label: link.textContent,
        address: link.getAttribute("href") ?? "",
      })),
      faults,
    };
  } finally {
    for (const name of globals) Reflect.deleteProperty(globalThis, name);
    await window.happyDOM.close();
  }
}
