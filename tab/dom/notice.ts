import { button, element } from "./element";

export function notice(title: string, ...lines: string[]): HTMLElement {
  return element(
    "div",
    { class: "notice" },
    element("h1", {}, title),
    lines.map((line) => element("p", {}, line)),
  );
}

/** With a button to try again. Small above something that can still be read. */
export function failure(what: string, reason: string, tryAgain: () => void, isSmall = false): HTMLElement {
  return element(
    "div",
    { class: isSmall ? "notes warn" : "notice" },
    !isSmall && element("h1", {}, what),
    element("p", { role: "alert" }, isSmall ? `${what}: ${reason}` : reason),
    button("Try again", tryAgain),
  );
}
