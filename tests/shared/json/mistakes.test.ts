import assert from "node:assert/strict";
import { parseJsonFile } from "../../../shared/json/file";

/** How people break a file of JSON: where it is, and how they get out of it. */
const mistakes: readonly [text: string, place: string, answer: RegExp][] = [
  // The whole file.
  ["", "1:1", /the file is empty\. Write a JSON object/],
  [" \n\t", "2:2", /the file is empty/],
  ["<!DOCTYPE html>\n<html>", "1:1", /a page \(HTML or XML\)\. Save the JSON file itself/],
  ["```json\n{}\n```", "1:1", /remove the lines with ```/],
  ["version https://git-lfs.github.com/spec/v1\noid sha256:1", "1:1", /Git LFS pointer\. Set `lfs: true`/],
  ["preset: standard\ntest_flag: false\n", "1:1", /is YAML\. Write JSON: braces/],
  ["# the monitor\n---\na: 1", "1:1", /is YAML/],
  ["- a\n- b", "1:1", /is YAML/],
  // Ayushh-Sharmaa/NexaSphere#3189
  [
    '{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> main\n}',
    "2:1",
    /a merge conflict is not resolved/,
  ],
  ['{\n  "a": 1\n=======\n}', "3:1", /a merge conflict/],
  ['"notify": "changes",\n"history": 50', "1:9", /outer braces are missing\. Write \{ before the first line/],
  // Commas.
  ['{\n  "a": 1,\n}', "2:9", /a comma too many\. Remove it/],
  ['{"a": [1, 2,]}', "1:12", /a comma too many/],
  ['{"a": 1,, "b": 2}', "1:8", /a comma too many/],
  ['{, "a": 1}', "1:2", /a comma too many/],
  ["[,1]", "1:2", /a comma too many/],
  ['{\n  "a": 1\n  "b": 2\n}', "2:8", /a comma \(,\) is missing after this/],
  ["[1 2]", "1:2", /a comma \(,\) is missing after this/],
  ['{"a": 1; "b": 2}', "1:8", /write a comma \(,\) instead of a semicolon/],
  // Quotes.
  // home-assistant/home-assistant.io#3153, devbridge/Styleguide#175
  ["{'a': 1}", "1:2", /in double quotes \("\)/],
  ["{\"a\": 'x'}", "1:7", /in double quotes/],
  ['{"a": `x`}', "1:7", /in double quotes/],
  // Pathoschild/SMAPI#314 and #412, konklone/json#158
  ["{“a”: 1}", "1:2", /typographic quotes\. Write straight ones/],
  ['{"a": “x”}', "1:7", /typographic quotes/],
  ['{"a": "x”,\n"b": 1}', "1:7", /typographic quotes/],
  ["{„a“: 1}", "1:2", /typographic quotes/],
  // Dynalon/mdwiki#23
  ["{a: 1}", "1:2", /write the key in double quotes/],
  ['{"a": 1, max_proc_time : 2}', "1:10", /write the key in double quotes/],
  ["{1: 2}", "1:2", /write the key in double quotes/],
  ['{"a": Night Shift}', "1:7", /write the text in double quotes/],
  ["[Night Shift]", "1:2", /write the text in double quotes/],
  ['{"a": "say "hi" again"}', "1:13", /write a quote within a text as \\"/],
  ['{"a": "no end\n}', "1:7", /no closing quote \("\) in its line/],
  // Within texts.
  // OwlcatGames/LocalizationTool#1, jack-mil/bing-rewards#26
  ['{"area": "Shop\\Billing"}', "1:10", /each backslash in a text twice, as in Shop\\\\Billing/],
  ['{"a": "x\ty"}', "1:7", /a tab in a text as \\t, and a line break as \\n/],
  ['{\u00a0"a": 1}', "1:2", /only looks like a space/],
  ['{\u200b"a": 1}', "1:2", /only looks like a space/],
  // Words of other languages.
  ['{"a": True}', "1:7", /write true, in lower case/],
  ['{"a": FALSE}', "1:7", /write false, in lower case/],
  ['{"a": yes}', "1:7", /write true or false/],
  ['{"a": None}', "1:7", /JSON has no such value\. Remove the key/],
  ['{"a": undefined}', "1:7", /no such value/],
  ['{"a": $(NAME)}', "1:7", /nothing replaces variables in this file/],
  ['{"a": $[variables.x]}', "1:7", /nothing replaces variables/],
  ['{"a": %NAME%}', "1:7", /nothing replaces variables/],
  ['{"a": #{NAME}#}', "1:7", /nothing replaces variables/],
  // Comments.
  ["\n// no", "2:1", /JSON has no comments: remove it/],
  ["/* no */", "1:1", /JSON has no comments/],
  ['{"a": 1 # no\n}', "1:9", /JSON has no comments/],
  // Numbers.
  ['{"a": 09}', "1:8", /a number with digits only, such as 900 or 0\.5/],
  ['{"a": .5}', "1:7", /a number with digits only/],
  ['{"a": +5}', "1:7", /a number with digits only/],
  ['{"a": 1_000}', "1:8", /a number with digits only/],
  ['{"a": 0,5}', "1:9", /a number with digits only/],
  ['{"a": 900s}', "1:10", /a number with digits only/],
  ['{"a": 0x10}', "1:8", /a number with digits only/],
  ['{"a": 1.}', "1:7", /a number with digits only/],
  // Braces, colons, and what is missing.
  ['{"a" 1}', "1:6", /write a colon \(:\)/],
  ['{"a" = 1}', "1:6", /write a colon/],
  ['{"a"}', "1:5", /write a colon/],
  ['{"a": }', "1:7", /the value is missing/],
  ['{"a": , "b": 1}', "1:7", /the value is missing/],
  ['{\n "a": {\n  "b": 1\n', "4:1", /the \{ in line 2 has no closing \}/],
  ['{\n "a": 1\n', "3:1", /the \{ in line 1 has no closing \}/],
  ['{"a": [1,', "1:10", /the \[ in line 1 has no closing \]/],
  ['{"a":', "1:6", /the \{ in line 1 has no closing \}/],
  ['{"a": [1}', "1:9", /a closing bracket \] is missing before the \}/],
  ['[{"a": 1]', "1:9", /a closing brace \} is missing before the \]/],
  ['{"a": 1}}', "1:9", /a closing brace too many/],
  ['{"a": 1}\n{"b": 2}', "2:1", /goes on after the end of its object/],
  ['{"a": 1},\n"b": 2', "1:9", /goes on after the end of its object/],
];

describe("mistakes in a file of JSON", () => {
  for (const [text, place, answer] of mistakes)
    it(`are answered with what to write: ${JSON.stringify(text)}`, () => {
      const [line, column] = place.split(":");
      assert.throws(
        () => parseJsonFile("configFile", "monitor.json", text),
        ({ message }: Error) => {
          const start = `configFile: monitor.json is not valid JSON: line ${line}, column ${column}: `;
          assert.equal(message.slice(0, start.length), start);
          assert.match(message.slice(start.length), answer);
          return message.length < 300;
        },
      );
    });

  it("show nothing of the file, which may hold a secret", () => {
    for (const text of [
      '{"a": canary}',
      "{'canary': 1}",
      '{"a": "canary\n"}',
      "canary: canary",
      '{"a": $(canary)}',
      '{"a": "x"canary"}',
    ])
      assert.throws(
        () => parseJsonFile("configFile", "monitor.json", text),
        ({ message }: Error) => !message.includes("canary"),
      );
  });

  it("take no longer to answer than the file is long", () => {
    for (const piece of ["# a\n", " ", "a", "<", "=", "{", "[", "-", "\n", "\u00a0", "1", "”", '"a":'])
      assert.throws(() =>
        parseJsonFile("configFile", "monitor.json", `${piece.repeat(200_000 / piece.length)}}`),
      );
  });
});
