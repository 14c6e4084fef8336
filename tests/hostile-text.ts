import fc from "fast-check";

/** Pieces that try to act on the agent, the chat, a terminal or a reader. */
export const hostilePieces = [
  // Commands to the agent, whole and in pieces.
  ...["##vso[task.setvariable variable=x]y", "##vso[task.complete result=Succeeded]", "##[error]"],
  ...["##", "vso[", "[", "%0D%0A##vso[task.complete]"],
  // Ends of lines, controls, and what is not seen.
  ...["\r", "\n", "\u2028", "\u2029", "\u0085", "\t", "\u001f", "\u007f", "\u0000", "\u001b[31m"],
  ...["\u001b]8;;https://evil.example/\u0007", "\u200b", "\u00ad", "\ufe0f", "\u202e", "\u2066", "\ud800"],
  // Mentions and links.
  ...["@channel", "@here ", "<!here>", "<@U0123ABC>", "#general", "+15551234567", "me@evil.example"],
  ...["<https://evil.example/|click>", "https://evil.example/", "www.evil.example", "_www.evil.com"],
  ...["evil.com health", "README.md", "192.168.0.1", "](https://evil.example/)", "![x](y)"],
  ...["[x](javascript:alert(1))", "[x]: https://evil.example/"],
  // HTML and Markdown, by any product's rules.
  ...["<img src=x onerror=alert(1)>", "&lt;", "&amp;", "<t:1630360800:f>", "color:#ff0000"],
  ...[":smile:", " 8) ", "$x$", "||x||"],
  ...["**", "*x*", "> ", "===", "---", "`", "~~", "|", "# ", "- ", "1. ", "1) ", "_", "\\", "\\(x\\)"],
  // Names of objects' own members, and names that mean no harm.
  ...["__proto__", "constructor", "nightly import", "20261120_1"],
] as const;

/**
 * Any text. `unit: "binary"` draws the same, and first keeps each character of Unicode in a map: longer than most files of
 * tests take.
 */
export const anyText = fc.string({
  unit: fc
    .integer({ min: 0, max: 0x10ffff - 0x800 })
    .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800)),
});

const piece = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...hostilePieces) },
  { weight: 10, arbitrary: anyText },
  { weight: 1, arbitrary: fc.constant("long ".repeat(20_000)) },
);

/** Any text, hostile pieces often among it, 100,000 characters now and then. */
export const hostileText = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
