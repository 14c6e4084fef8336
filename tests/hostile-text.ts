import fc from "fast-check";

/** Pieces that try to act on the agent, the chat, a terminal or a reader. */
export const hostilePieces = [
  "##vso[task.setvariable variable=x]y",
  "##vso[task.complete result=Succeeded]",
  "##[error]",
  "##",
  "vso[",
  "[",
  "\r",
  "\n",
  "\u2028",
  "\u0085",
  "\u0000",
  "\u001b[31m",
  "\u200b",
  "\u00ad",
  "\ufe0f",
  "\u202e",
  "\ud800",
  "@channel",
  "<!here>",
  "](https://evil.example/)",
  "![x](y)",
  "**",
  "`",
  "~~",
  "|",
  "&lt;",
  "# ",
  "- ",
  "1. ",
  "_",
  "\\",
  "__proto__",
  "constructor",
  "nightly import",
] as const;

/** Any text, hostile pieces often among it. */
export const hostileText = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hostilePieces) }, fc.string({ unit: "binary" })),
    {
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(""));
