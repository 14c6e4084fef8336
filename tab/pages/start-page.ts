import { patterns } from "../charts/marks";
import { drawAllIn } from "../dom/draw-later";
import { element } from "../dom/element";

/** Prepares the page, and returns the element for its content. */
export function startPage(): HTMLElement {
  const main = element("main");
  document.body.append(patterns(), main);
  followTheme();
  addEventListener("beforeprint", () => drawAllIn(main));
  return main;
}

/** Tells the browser whether the theme is dark, so that its own controls and scroll bars fit. */
function followTheme(): void {
  const apply = () => {
    const [background = 255] = getComputedStyle(document.documentElement)
      .getPropertyValue("--palette-neutral-0")
      .split(",")
      .map(Number);
    document.documentElement.style.colorScheme = background < 128 ? "dark" : "light";
  };
  apply();
  addEventListener("themeApplied", apply);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

/** As `fillPage` put it there. */
export function inlinedReport(): string {
  return document.getElementById("report")?.textContent ?? "";
}
