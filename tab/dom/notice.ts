import type { EmptyState } from "../words/empty-state";
import { element } from "./element";

export function notice({ title, lines }: EmptyState): HTMLElement {
  return element(
    "div",
    { class: "notice" },
    element("h1", {}, title),
    ...lines.map((line) => element("p", {}, line)),
  );
}

/** With a button to try again. Small above something that can still be read. */
export function failure(what: string, reason: string, tryAgain: () => void, isSmall = false): HTMLElement {
  const button = element("button", { type: "button" }, "Try again");
  button.addEventListener("click", tryAgain);
  const text = element("p", { role: "alert" }, isSmall ? `${what}: ${reason}` : reason);
  return isSmall
    ? element("div", { class: "notes warn" }, text, button)
    : element("div", { class: "notice" }, element("h1", {}, what), text, button);
}
