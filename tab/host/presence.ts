/** How often a page looks at the clock. */
const beatMilliseconds = 30_000;

/** Calls `beat` every half minute, and `comeBack` when somebody looks at the page again or its network is back. */
export function followPresence({ beat, comeBack }: { beat(): void; comeBack(): void }): void {
  setInterval(beat, beatMilliseconds);
  addEventListener("online", comeBack);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) comeBack();
  });
  document.addEventListener("visibilitychange", () => {
    if (isVisible()) comeBack();
  });
}

export function isVisible(): boolean {
  return document.visibilityState === "visible";
}

/** In seconds since 1970. */
export function presentSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
