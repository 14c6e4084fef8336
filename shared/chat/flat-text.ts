import { fitLines, renderEnd, renderHeading } from "./fit";
import type { ChatFormat } from "./format";
import { type Part, renderLine, renderParts, type Writing } from "./message";
import { fitOwners, type OwnersPart } from "./owners";

/** The `write` of a product that shows a message as one text. */
export function flatText({
  writing,
  isMention,
  room,
  sizeOf = ({ length }) => length,
  member = "text",
  lineBreak,
  compose = ({ title, lines, owners, footer }) =>
    [title, ...lines, ...(owners === "" ? [] : [owners]), footer].join("\n\n"),
}: {
  writing: Writing;
  isMention: ChatFormat["isMention"];
  /** In the product's unit, as `sizeOf` measures it. */
  room: number;
  sizeOf?: (text: string) => number;
  /** The member of the body that has the text. */
  member?: string;
  /** Between the rows of a line. */
  lineBreak?: string;
  /** Puts the pieces together. */
  compose?: (pieces: Record<"title" | "owners" | "footer", string> & { lines: readonly string[] }) => string;
}): ChatFormat["write"] {
  return (message, sanitize) => {
    const render = (parts: readonly (Part | OwnersPart)[]) => renderParts(parts, writing, sanitize);
    const fits = (parts: readonly OwnersPart[]) => sizeOf(render(parts)) <= room / 3;
    const heading = renderHeading(message, render, sanitize, sizeOf);
    const ends = {
      title: writing.strong?.(heading) ?? heading,
      owners: render(fitOwners(message.owners, isMention, fits, sanitize)),
      footer: renderEnd(message.footer, render, sanitize, sizeOf),
    };
    const frameSize = sizeOf(compose({ ...ends, lines: [] }));
    const aroundLine = sizeOf(compose({ ...ends, lines: [""] })) - frameSize;
    const lines = fitLines(message.lines, message.rest, {
      room: room - frameSize,
      write: (line) => renderLine(line, writing, sanitize, lineBreak),
      sizeOf: (line) => sizeOf(line) + aroundLine,
    });
    return JSON.stringify({ [member]: compose({ ...ends, lines }) });
  };
}
