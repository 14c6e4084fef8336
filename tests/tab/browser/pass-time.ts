import type { Locator, Page } from "playwright-core";

/** Lets time pass in the page until it shows something: a busy frame may not hear of it the first time. */
export async function passUntil(page: Page, milliseconds: number, shown: Locator): Promise<void> {
  while (!(await shown.isVisible())) await page.clock.fastForward(milliseconds);
}
