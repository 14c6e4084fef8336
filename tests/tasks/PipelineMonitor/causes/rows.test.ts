import assert from "node:assert/strict";
import { reasonIn } from "../../../../tasks/PipelineMonitor/causes/reason-in";
import {
  besides,
  effects,
  endings,
  footers,
  noOutput,
  otherSenses,
  warnings,
} from "../../../../tasks/PipelineMonitor/causes/shapes/footers";
import { loggers, prefixes } from "../../../../tasks/PipelineMonitor/causes/shapes/loggers";
import { programs } from "../../../../tasks/PipelineMonitor/causes/shapes/programs";
import { shapes } from "../../../../tasks/PipelineMonitor/causes/shapes/shapes";
import { growth, maxGrowth } from "../../../growth";
import { goodLogs } from "./good-logs";

const patternsOf = ({ begins, goesOn, needs, message, unless }: (typeof shapes)[number]) =>
  [begins, goesOn, needs, message, unless].filter((one) => one instanceof RegExp);
const tables: Readonly<Record<string, readonly RegExp[]>> = {
  ...Object.fromEntries(
    Object.entries(groupOf(shapes)).map(([tool, rows]) => [tool, rows.flatMap(patternsOf)]),
  ),
  "any program": programs.flatMap(patternsOf),
  loggers,
  prefixes,
  footers: [...endings, ...footers, ...effects],
  "what stands beside": [...besides, ...warnings, ...otherSenses, ...noOutput],
};

function groupOf(rows: typeof shapes): Record<string, (typeof shapes)[number][]> {
  const tools: Record<string, (typeof shapes)[number][]> = {};
  for (const row of rows) tools[row.tool] = [...(tools[row.tool] ?? []), row];
  return tools;
}

/** Words and signs of a pattern, of which a hostile line can be made. */
function piecesOf({ source }: RegExp): string[] {
  const words = source.replace(/\\[a-zA-Z]/g, " ").match(/[A-Za-z]{2,}[:.=]?|[-=#*|>[(.:/]/g) ?? [];
  return [...new Set(words)].slice(0, 8);
}

const generic = [" ", "a", "a ", "a: ", ": ", "1", "1.", "a.", "a/", "A", "-", "'", '"', "[", "at ", "é"];

describe("a row of the tables takes time as the line is long", () => {
  for (const [name, patterns] of Object.entries(tables))
    it(name, () => {
      for (const pattern of patterns) {
        const own = piecesOf(pattern);
        const beginnings = ["", ...own.slice(0, 2)];
        for (const piece of [...own, ...own.map((one) => `${one} `), ...generic, `${own.join(" ")} `])
          for (const beginning of beginnings)
            for (const end of ["", "\u0000!"]) {
              const inputOf = (size: number) => beginning + piece.repeat(size / piece.length) + end;
              const work = (text: string) => text.search(pattern);
              const ratio = growth(work, inputOf, 1000);
              assert.ok(
                ratio <= maxGrowth,
                `${pattern}: ${JSON.stringify([beginning, piece, end])}: ${ratio}`,
              );
            }
      }
    });
});

describe("the reason of a log", () => {
  const linesOf = (texts: readonly string[]) =>
    texts.map((text, index) => ({ text, number: index + 1, isMarked: false }));

  it("takes time as a line is long, and as the lines are many", () => {
    for (const piece of [...generic, "error ", "Error: ", "failed ", "{", "at x "]) {
      const one = (text: string) => reasonIn(linesOf([text]));
      const many = (text: string) => reasonIn(linesOf(text.split("\n")));
      const lineOf = (size: number) => piece.repeat(size / piece.length);
      assert.ok(growth(one, lineOf, 900) <= maxGrowth, piece);
      assert.ok(growth(many, (size) => `${piece}\n`.repeat(size), 100) <= maxGrowth, piece);
    }
  });
});

describe("a row that is sure", () => {
  for (const [name, log] of Object.entries(goodLogs))
    it(`takes no line of a log that is well: ${name}`, () => {
      const lines = log.trim().split("\n");
      const reason = reasonIn(lines.map((text, index) => ({ text, number: index + 1, isMarked: false })));
      assert.notEqual(reason?.certainty, "sure", JSON.stringify(reason));
    });

  it("is chosen before all that looks like a reason in a log that is well", () => {
    for (const [name, log] of Object.entries(goodLogs)) {
      const end = ["psql: error: no route to host", "Bash exited with code '1'."];
      const lines = [...log.trim().split("\n"), ...end];
      const reason = reasonIn(
        lines.map((text, index) => ({ text, number: index + 1, isMarked: index === lines.length - 1 })),
      );
      assert.equal(reason?.message, "psql: error: no route to host", name);
    }
  });
});
