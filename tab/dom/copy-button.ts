import { element } from "./element";

/**
 * Copies what an element shows. A page within a page may use the clipboard only if the outer one allows it, but may copy
 * what is selected.
 */
export function copyButton(source: HTMLElement): HTMLElement[] {
  const button = element("button", { type: "button" }, "Copy");
  const status = element("span", { role: "status" });
  button.addEventListener("click", () => {
    getSelection()?.selectAllChildren(source);
    status.textContent = document.execCommand("copy") ? "Copied." : "Selected. Copy it with the keyboard.";
  });
  return [button, status];
}
