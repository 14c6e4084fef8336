import type { Sanitize } from "../text/sanitize";
import { fitLines, renderEnd, renderHeading } from "./fit";
import { type Message, type Part, renderLine, renderParts, type Writing } from "./message";
import { fitOwners, type OwnersPart, renderOwners } from "./owners";

/** How a product shows a message whose lines are one text. */
interface TextLayout {
  writing: Writing;
  isMention(owner: string): boolean;
  /** In the product's unit, as `sizeOf` measures it. */
  room: number;
  sizeOf(text: string): number;
  /** Between the rows of a line. */
  lineBreak?: string;
  /** Puts the pieces together; what stands around a line takes `aroundLine` at most. */
  compose(title: string, lines: readonly string[], owners: string, footer: string): string;
  aroundLine: number;
}

/** Writes a message as one text. */
export function fitText(
  message: Message,
  { writing, isMention, room, sizeOf, lineBreak, compose, aroundLine }: TextLayout,
  sanitize: Sanitize,
): string {
  const renderAll = (parts: readonly Part[]) => renderParts(parts, writing, sanitize);
  const title = renderHeading(message, renderAll, sanitize, sizeOf);
  const footer = renderEnd(message.footer, renderAll, sanitize, sizeOf);
  const render = (parts: readonly OwnersPart[]) => renderOwners(parts, writing, sanitize);
  const owners = render(
    fitOwners(message, { isMention, room: room / 3, sizeOf: (parts) => sizeOf(render(parts)) }, sanitize),
  );
  const lines = fitLines(message, {
    room: room - sizeOf(compose(title, [], owners, footer)),
    write: (line) => renderLine(line, writing, sanitize, lineBreak),
    sizeOf: (line) => sizeOf(line) + aroundLine,
  });
  return compose(title, lines, owners, footer);
}
