import assert from "node:assert/strict";
import fc from "fast-check";
import { writeParts } from "../../../shared/chat/format";
import { formatOf } from "../../../shared/chat/formats";
import type { Line } from "../../../shared/chat/message";
import { runOf, toldIn } from "../../../tasks/PipelineMonitor/issue/issue";
import { composeMessage } from "../../../tasks/PipelineMonitor/render/message";
import { tallyLine } from "../../../tasks/PipelineMonitor/render/overflow";
import { issueOfResult } from "../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../sanitize";
import { failedRun } from "../../tasks/PipelineMonitor/failed-run";
import { memoryContext, projectReport } from "../../tasks/PipelineMonitor/report-stage";
import { limits } from "./limits";
import { bodyOf, longMessage, messageOf, ordinaryMessage, textIn } from "./messages";

/** How many lines a product takes. */
const maxLines: Record<string, [number, (body: string) => number]> = {
  slack: [50, (body) => JSON.parse(body).blocks.length],
  googleChat: [100, (body) => JSON.parse(body).cardsV2[0].card.sections[0].widgets.length],
};

describe("a message over the limit of a product", () => {
  for (const [name, [[limit, sizeOf]]] of Object.entries(limits))
    it(`${name}: keeps within it, and says how many issues did not fit, failures last`, () => {
      for (const pipeline of ["nightly import", "Ümläute ＆ 夜間バッチ", "_*&<"]) {
        const body = bodyOf(name, longMessage(300, pipeline));
        assert.ok(sizeOf(body) <= limit, `${sizeOf(body)}`);
        // Google Chat has more room than lines.
        assert.ok(name === "googleChat" || sizeOf(body) > 0.8 * limit, `only ${sizeOf(body)}`);
        assert.match(body, /\d+ more issues did not fit here; see the step's log\./);
        assert.ok(!/waited \S+ min to start/.test(body), "a wait is there, and a failure is not");
      }
    });

  it("keeps within the number of lines that a product takes, however short they are", () => {
    const line: Line = { parts: [{ words: "x" }], severity: "failure", rank: 1 };
    for (const [name, [limit, countOf]] of Object.entries(maxLines)) {
      const count = countOf(bodyOf(name, { ...longMessage(1), lines: Array(500).fill(line) }));
      assert.ok(count <= limit && count > 0.8 * limit, `${name}: ${count}`);
    }
  });

  it("fits up to the last letter, however many issues there are and whatever their length", () => {
    const some = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      pipeline: fc.string({ unit: fc.constantFrom("a", "ü", "夜", "*"), minLength: 1, maxLength: 120 }),
    });
    let fullest = 0;
    fc.assert(
      fc.property(some, ({ count, pipeline }) => {
        const message = longMessage(count, pipeline);
        for (const [name, [[limit, sizeOf]]] of Object.entries(limits)) {
          const size = sizeOf(bodyOf(name, message));
          assert.ok(size <= limit, `${name}: ${size}`);
          fullest = Math.max(fullest, size / limit);
        }
      }),
      { numRuns: 200 },
    );
    assert.ok(fullest > 0.98, `no message came near a limit: ${fullest}`);
  });

  it("shows other runs beside one whose names are made to take all the room", () => {
    const ordinary = Array.from({ length: 40 }, (_, index) =>
      failedRun({ id: 100 + index, pipeline: `ordinary-${index}` }),
    );
    const longest = ["&", "_", "*", '"', "夜", "\\", ":a:", "\u{1f4a5}"].map((piece) => piece.repeat(200));
    for (const name of longest) {
      const hostile = failedRun({ id: 1, pipeline: name, buildNumber: name, status: name, result: name });
      const message = messageOf([hostile, ...ordinary].map((run) => issueOfResult(run)));
      for (const product of Object.keys(limits)) {
        const shown = new Set(bodyOf(product, message).match(/ordinary(?:\\\\)?-\d+/g));
        assert.ok(shown.size >= 3, `${product}, ${name.slice(0, 3)}: ${shown.size} others`);
      }
    }
  });

  it("says what was skipped and what works again, however little room there is", async () => {
    const recovery: Line = {
      ...{ parts: [{ words: "It works again." }], severity: "recovery", rank: 5 },
      ...{ issueCount: 0, recoveryCount: 1 },
    };
    const project = projectReport({ notes: [recovery] });
    const found = {
      config: project.config,
      projects: [project],
      unread: [],
      notes: [],
      skipped: ["history"],
    };
    const { lines: notes, footer } = (await composeMessage(found, "product", undefined, memoryContext()))
      .message;
    for (const product of Object.keys(limits)) {
      const message = longMessage(300);
      const body = bodyOf(product, { ...message, footer, lines: [...message.lines, ...notes] });
      assert.match(body, /could not check history; see the step's log/, product);
      assert.match(body, /It works again/, product);
      assert.match(body, /\d+ more issues did not fit here/, product);
    }
  });

  for (const count of [1, 3, 20])
    it(`is none of ${count} ordinary issues: each is told in one message, and so is what works again`, () => {
      for (const product of Object.keys(limits)) {
        const message = ordinaryMessage(count);
        const [part, ...others] = writeParts(formatOf(product, undefined), message, sanitize);
        assert.deepEqual(others, [], product);
        assert.deepEqual(part?.told, message.lines);
        assert.match(part?.body ?? "", /site health.{1,70} works again after 3 failures/);
        for (let id = 1; id <= count; id++)
          assert.match(part?.body ?? "", new RegExp(`buildId(=|%3D)${id}\\b`), `${product}: run ${id}`);
        for (const [limit, sizeOf] of limits[product] ?? []) assert.ok(sizeOf(part?.body ?? "") <= limit);
      }
    });

  it("makes parts of 500 issues, the first of which says what works again", () => {
    for (const product of Object.keys(limits)) {
      const message = ordinaryMessage(500);
      const parts = writeParts(formatOf(product, undefined), message, sanitize);
      assert.equal(parts.length, 5, product);
      assert.match(parts[0]?.body ?? "", /works again after 3 failures/, product);
      assert.match(parts[4]?.body ?? "", /more issues did not fit here/, product);
      for (const { body } of parts)
        for (const [limit, sizeOf] of limits[product] ?? []) assert.ok(sizeOf(body) <= limit, product);
    }
  });

  it("tells just the runs that its parts link to or count", () => {
    const message = { ...ordinaryMessage(800), overflow: tallyLine };
    for (const product of Object.keys(limits))
      for (const { body, told } of writeParts(formatOf(product, undefined), message, sanitize)) {
        const linked = [...body.matchAll(/buildId(?:=|%3D)(\d+)/g)].map(([, id]) => Number(id));
        const counted = [...body.replaceAll("\u2060", "").matchAll(/nightly import (\d+) ×/g)];
        const shown = new Set([...linked, ...counted.map(([, id]) => Number(id))]);
        const ids = [...toldIn(told)].flatMap((one) => ("about" in one ? (runOf(one)?.id ?? []) : []));
        // The monitor's own run, and the recovery.
        assert.deepEqual(new Set(ids), new Set([...shown].filter((id) => id <= 800)), product);
      }
  });

  it("is not the title's: Slack's header fits, whatever the project is called", () => {
    for (const name of ["&".repeat(200), "<".repeat(100), "Night Shift", "夜".repeat(300)]) {
      const title = [
        { name },
        { words: ": too few runs, 100 did not succeed, 1000 finished too fast and 1000 more" },
      ];
      const [header] = JSON.parse(bodyOf("slack", { ...longMessage(1), title })).blocks;
      assert.ok(header.text.text.length <= 150, `${header.text.text.length}`);
      assert.match(header.text.text, /and 1000 more$/);
    }
  });

  it("does not exist for markdown, because that of an unknown product is not known", () => {
    const text = textIn("markdown", bodyOf("markdown", longMessage(3000)));
    assert.equal(text.split("\n").length, 6001);
  });
});
