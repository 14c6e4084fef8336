import { element } from "../dom/element";
import type { EmptyState } from "../words/empty-state";

export function notice({ title, lines }: EmptyState): HTMLElement {
  return element(
    "div",
    { class: "notice" },
    element("h1", {}, title),
    ...lines.map((line) => element("p", {}, line)),
  );
}

/** With a button to try again. */
export function failure(what: string, error: unknown, tryAgain: () => void): HTMLElement {
  const reason = error instanceof Error ? error.message : String(error);
  const button = element("button", { type: "button" }, "Try again");
  button.addEventListener("click", tryAgain);
  const text = element("p", { role: "alert" }, reason);
  return element("div", { class: "notice" }, element("h1", {}, what), text, button);
}
