import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import type { Explanation, Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { groupedBlocks } from "../../../../tasks/PipelineMonitor/render/block-groups";
import { blockOf } from "../../../../tasks/PipelineMonitor/render/blocks";
import { causeOf } from "../../../../tasks/PipelineMonitor/render/causes";
import { sanitize } from "../../../sanitize";
import { explained, failed, shown } from "./blocks-stage";

const because = (explanation: Partial<Explanation>, owner = ""): Issue => ({
  ...failed(1, "a"),
  explanation: { sentence: [{ words: "Why" }], line: "", name: [], group: undefined, ...explanation },
  alert: { owner, mention: "", runbook: undefined, importance: "normal" },
});
const textOf = (parts: Parameters<typeof plainText>[0] = []) => plainText(parts, sanitize);
const numberOf = (id: number) => `[${id}](https://h/${id})`;
const causeInRow = (explanation: Partial<Explanation>) => textOf(causeOf(because(explanation)));

describe("the cause of a failure", () => {
  it("is its line with the place in the sources, and its name in brackets, unless the line has that", () => {
    const [line, sourcePlace] = ["no route", "app.ts:7"];
    assert.equal(causeInRow({ line, sourcePlace }), "no route (app.ts:7)");
    assert.equal(causeInRow({ line, sourcePlace, name: [{ words: "lost" }] }), "no route (app.ts:7) (lost)");
    assert.equal(causeInRow({ line, name: [{ words: "No route" }] }), "no route");
    assert.equal(causeInRow({ line, byWhom: " by a person" }), "", "the verdict says it");
    assert.equal(causeInRow({ sentence: [], line }), "", "only its group shows it");
  });

  it("that the team has named is asked of its owner in the title, with the line beneath", () => {
    const titled = (explanation: Partial<Explanation>, owner?: string) => {
      const [title] = blockOf(because(explanation, owner)).titles;
      return [textOf(title?.phrase), title?.cause && textOf(title.cause)];
    };
    const secret = { line: "AADSTS7000222: secret expired", name: [{ words: "secret expired" }] };
    const team = { ...secret, isOfTeam: true };
    assert.deepEqual(titled(team, "jane"), ["a failed: secret expired, ask jane", secret.line]);
    assert.deepEqual(titled(team), ["a failed: secret expired", secret.line]);
    assert.deepEqual(titled(secret, "jane"), [`a failed: ${secret.line}`, ""], "the title says all of it");
    const named = { line: "exit code 137", name: [{ words: "out of memory" }] };
    assert.deepEqual(titled(named), ["a failed: out of memory", "exit code 137"]);
    assert.deepEqual(titled({ sentence: [], line: "x" }), ["a failed", undefined], "none is shown");
  });

  it("is no list of causes if nobody knows any", () => {
    const unknown = [1, 2].map((id) => ({ ...failed(id, "a"), explanation: undefined }));
    const [{ rows } = assert.fail()] = groupedBlocks(unknown, sanitize);
    assert.deepEqual(rows.map(textOf), ["Earlier: 2"]);
  });

  it("is listed with its runs and the log of the last, if a pipeline has several, and from the fourth on with the others", () => {
    const causes = ["one", "two", "three", "four", "five"];
    const alert = { owner: "Ops", mention: "", runbook: undefined, importance: "normal" } as const;
    const runs = causes.map((line, index) => ({
      ...explained(failed(9 - index, "a", { finishTime: 9 - index }), undefined, line),
      alert,
    }));
    const again = Array.from({ length: 40 }, (_, id) => ({
      ...runs[0],
      ...failed(100 + id, "a", { finishTime: 1 }),
    }));
    const [text = ""] = shown(
      ...runs.toReversed(),
      ...again.map((issue) => explained(issue, undefined, "one")),
    );
    const [verdict, one = "", ...rows] = text.split("\n");
    assert.equal(verdict, "🔴 **a** failed 45 times");
    assert.match(one, /^`one`: (\[\d+\][^ ]+, )+and \d+ more · \[Log\]/);
    assert.ok(one.replace(/\(.*?\)/g, "").length < 140, "a fourth of what fits on a row");
    const log = (id: number) => `${numberOf(id)} · [Log](https://h/l/${id})`;
    assert.deepEqual(rows, [
      `\`two\`: ${log(8)}`,
      `\`three\`: ${log(7)}`,
      `Others: ${numberOf(6)}, ${numberOf(5)}`,
      "Ops",
    ]);
  });
});
