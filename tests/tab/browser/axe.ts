import { readFileSync } from "node:fs";
import type { Frame, Page } from "playwright-core";

const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Each violation names its rule and the first places. */
export async function findViolations(page: Page | Frame): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations, passes } = await Reflect.get(window, "axe").run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
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
