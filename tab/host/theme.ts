/** Tells the browser whether the theme is dark, so that its own controls and scroll bars fit. */
export function followTheme(): void {
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
