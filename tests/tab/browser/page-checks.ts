import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Looks into the frame of the extension, where the page embeds it. Each violation names its rule and the first places. */
export async function findViolations(page: Page): Promise<string[]> {
  const frame = page.frames().at(-1) ?? page.mainFrame();
  await frame.evaluate(axe);
  return frame.evaluate(async () => {
    const { violations, passes } = await Reflect.get(window, "axe").run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // It is an experimental rule, which axe leaves out unless it is asked for.
      rules: { "label-content-name-mismatch": { enabled: true } },
      // Of what passes, the rules are counted: to name each place takes longer than to look at it.
      resultTypes: ["violations"],
    });
    if (passes.length < 10) throw new Error("axe looked at nothing");
    return violations.map((violation: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
      [
        violation.id,
        ...violation.nodes.slice(0, 3).map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`),
      ].join("\n"),
    );
  });
}

/** By how many pixels the page, or the frame in it, is wider than its window. */
export function excessWidth(page: Page): Promise<number> {
  const frame = page.frames().at(-1) ?? page.mainFrame();
  return frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The themes that every state of the tab has to be readable in. */
export const mediaThemes = {
  light: { colorScheme: "light", forcedColors: "none" },
  dark: { colorScheme: "dark", forcedColors: "none" },
  "high contrast": { colorScheme: "dark", forcedColors: "active" },
} as const;
