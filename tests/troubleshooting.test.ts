import assert from "node:assert/strict";
import { faults } from "./faults/faults";
import { cells } from "./faults/table";
import { codeIn, readPage, rowsOf, tasks, under } from "./pages";
import { vsixFiles } from "./sandbox/agent";

const page = readPage("docs", "troubleshooting.md");

/** What a message reads like of which only parts are quoted: `…` is what differs from case to case. */
function pattern(quoted: string): RegExp {
  const parts = quoted.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(parts.join(".{0,80}"));
}

describe("tables of what to do when a task fails", () => {
  for (const task of tasks) {
    const rows = ["Both tasks", task].flatMap((heading) => rowsOf(under(heading, page)));
    const quotes = rows.flatMap(([message = ""]) => codeIn(message));
    const cellsOfTask = cells.filter(({ endpoint }) => endpoint.task === task);
    const logged = cellsOfTask.map(({ row, fault }) => ({
      fault,
      result: row.result,
      text: row.reads.replace("WORDS", faults[fault].words),
    }));

    it(`${task}: quote only what the packaged task holds, or what the fault table shows it to print`, () => {
      const bundle = Object.entries(vsixFiles())
        .filter(([path]) => path.startsWith(`tasks/${task}/`) && path.endsWith(".js"))
        .map(([, content]) => Buffer.from(content).toString("utf8"))
        .join("\n")
        .replaceAll("\\`", "`");
      assert.ok(quotes.length > 30);
      const unknown = quotes.filter(
        (quote) => !pattern(quote).test(bundle) && !logged.some(({ text }) => pattern(quote).test(text)),
      );
      assert.deepEqual(unknown, []);
    });

    it(`${task}: say of every message what to do, in a sentence`, () => {
      for (const [message = "", advice = ""] of rows) {
        assert.ok(codeIn(message).length > 0, message);
        assert.match(advice, /^[A-Z`].{10,}\.$/, message);
      }
    });

    it(`${task}: know every fault of the fault table that a step fails by`, () => {
      // What a service answers in place of JSON has many forms, of which the fault table names just the beginning.
      const told = logged.filter(({ fault }) => faults[fault].words !== "returned …");
      const unanswered = told.filter(
        ({ result, text }) => result !== "Succeeded" && !quotes.some((quote) => pattern(quote).test(text)),
      );
      assert.deepEqual(unanswered, []);
    });
  }

  it("know runs that are missing on purpose, secrets that are not mapped, expired tokens, accounts that are too small", () => {
    const [both, monitor, register] = ["Both tasks", "PipelineMonitor", "DomainRegister"].map((heading) =>
      under(heading, page),
    );
    assert.match(monitor ?? "", /^\| `Fewer runs than expected.*`\[skip ci\]`/m);
    assert.match(both ?? "", /^\| `still reads \$\(…\)`.*`env:`/m);
    assert.match(monitor ?? "", /^\| .*`returned 401 Unauthorized`.* expired/m);
    assert.match(register ?? "", /^\| `missing from the environment`.*`env:`/m);
    assert.match(register ?? "", /^\| .*`returned 403 Forbidden`.* too small/m);
  });
});
