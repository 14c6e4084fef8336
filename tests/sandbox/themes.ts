/** Themes of Azure DevOps as its pages hand them to extensions: palette values are RGB triples. */
export const themes = {
  light: {
    "palette-primary": "0, 120, 212",
    "palette-neutral-0": "255, 255, 255",
    "palette-neutral-4": "248, 248, 248",
    "palette-neutral-8": "234, 234, 234",
    "palette-neutral-60": "102, 102, 102",
    "palette-neutral-100": "0, 0, 0",
    "text-primary-color": "rgba(0, 0, 0, .9)",
    "background-color": "rgba(255, 255, 255, 1)",
  },
  dark: {
    "palette-primary": "0, 120, 212",
    "palette-neutral-0": "32, 31, 30",
    "palette-neutral-4": "37, 36, 35",
    "palette-neutral-8": "50, 49, 48",
    "palette-neutral-60": "161, 159, 157",
    "palette-neutral-100": "255, 255, 255",
    "text-primary-color": "rgba(255, 255, 255, 1)",
    "background-color": "rgba(32, 31, 30, 1)",
  },
};
