import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { candidateOf } from "../../../../tasks/PipelineMonitor/causes/candidates";
import { type Plain, plainOf } from "../../../../tasks/PipelineMonitor/causes/log-line";
import { reasonIn } from "../../../../tasks/PipelineMonitor/causes/reason-in";
import * as footers from "../../../../tasks/PipelineMonitor/causes/shapes/footers";
import { loggers, prefixes } from "../../../../tasks/PipelineMonitor/causes/shapes/loggers";
import { programs } from "../../../../tasks/PipelineMonitor/causes/shapes/programs";
import type { Shape } from "../../../../tasks/PipelineMonitor/causes/shapes/shape";
import { shapes } from "../../../../tasks/PipelineMonitor/causes/shapes/shapes";
import { root } from "../../../root";
import { type Ending, halfOf, parseEndings, readCorpus } from "./corpus";
import { endingExamples } from "./ending-examples";
import { goodLogs } from "./good-logs";

/** Logs in the form of tools that the corpus lacks; written for this project, by their forms. */
function readWritten(): Ending[] {
  const text = readFileSync(join(root, "tests/tasks/PipelineMonitor/causes/written.log"), "utf8");
  const sourced = text.replace(/^=== ([a-z].*)$/gm, "=== https://example.com/written\ntool: $1");
  return parseEndings(sourced, "written.log");
}

const linesOf = (texts: readonly string[]) =>
  texts.map((text, index) => ({
    text: text.replace("##[error]", ""),
    isMarked: text.includes("##[error]"),
    number: index + 1,
  }));

const written = readWritten();
const corpus = readCorpus().filter((ending) => halfOf(ending) === "developed");
const logs = [...corpus, ...written].map(({ lines }) => linesOf(lines).map(plainOf));

const formsOf = ({ plain, logged }: Plain) => [...new Set([plain, plain.trim(), logged ?? plain])];
const forms = logs.flatMap((lines) =>
  lines.flatMap((line, at) => formsOf(line).map((form) => ({ form, at, lines }))),
);

/** The first lines of which each row gets a message, and those around them. */
const examples = new Map<Shape, string[]>(
  [...shapes, ...programs].flatMap((row) => {
    for (const { form, at, lines } of forms) {
      const [found] = row.begins.test(form) ? candidateOf(row, form, at, lines) : [];
      if (found === undefined || found.message === "") continue;
      return [[row, lines.slice(Math.max(0, at - 3), found.until + 9).map(({ text }) => text)]];
    }
    return [];
  }),
);

describe("a log in the form of a tool", () => {
  for (const { tool, says, lines, place } of written)
    it(`is told by its message: ${tool}, ${place}`, () => {
      const { message = "" } = reasonIn(linesOf(lines)) ?? {};
      assert.ok(
        says.some((text) => message.replace(/\s+/g, " ").includes(text.replace(/\s+/g, " "))),
        message,
      );
    });
});

describe("each row of the tables", () => {
  it("that knows errors has an example, whose message it finds", () => {
    const without = [...shapes, ...programs].filter((row) => !examples.has(row));
    assert.deepEqual(
      without.map(({ tool, begins }) => `${tool}: ${begins}`),
      [],
    );
  });

  it("that knows other lines has an example", () => {
    const { endings, footers: ends, effects, besides, progress, warnings, otherSenses, noOutput } = footers;
    const raw = [...corpus, ...written].flatMap(({ lines }) => lines);
    const others = [...Object.keys(endingExamples), ...Object.values(goodLogs).join("\n").split("\n")];
    const forms = linesOf([...raw, ...others])
      .map(plainOf)
      .flatMap((line) => [line.text, ...formsOf(line)]);
    const texts = new Set(forms.flatMap((form) => [form, footers.withoutMark(form.trim())]));
    const rows = [
      ...[endings, ends, effects, besides, progress, warnings, otherSenses],
      ...[noOutput, loggers, prefixes],
    ].flat();
    const without = rows.filter((row) => ![...texts].some((text) => text.search(row) !== -1));
    assert.deepEqual(without.map(String), []);
  });
});

/** How a step that succeeded can have the lines of an error in its log. */
const harmless: Readonly<Record<string, (text: string) => string>> = {
  "a logger that marks them as no error": (text) => `2026-11-20 03:00:00,000 INFO  test - ${text}`,
  "a command that is traced": (text) => `+ echo '${text}'`,
  "the agent's own output": (text) => `##[debug]${text}`,
  "the name of a test that passed": (text) => `  ✓ tells ${text} (5 ms)`,
};

describe("a row that is sure takes no line of a log that is well", () => {
  const sure = shapes.filter(({ certainty }) => certainty === "sure");
  for (const [name, formOf] of Object.entries(harmless))
    it(`in ${name}`, () => {
      const taken = sure.flatMap((row) => {
        const texts = linesOf(examples.get(row) ?? []).map(plainOf);
        // A line with the level of an error is one, whatever stands before it.
        const plain = texts.filter(({ logged }) => logged === undefined).map(({ text }) => formOf(text));
        const reason = reasonIn(linesOf(plain));
        return reason?.certainty === "sure" ? [`${row.tool}: ${row.begins}: ${reason.message}`] : [];
      });
      assert.deepEqual(taken, []);
    });
});
