import { patterns } from "../charts/axis";
import { element } from "../dom/element";
import { followTheme } from "../host/theme";

/** Prepares the page, and returns the element for its content. */
export function startPage(): HTMLElement {
  const main = element("main");
  document.body.append(patterns(), main);
  followTheme();
  return main;
}

/** As `fillPage` put it there. */
export function inlinedReport(): string {
  return document.getElementById("report")?.textContent ?? "";
}
