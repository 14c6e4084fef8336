import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findHelp, type HelpTable, quotePattern } from "../../shared/agent/troubleshooting";
import { program as registerProgram } from "../../tasks/DomainRegister/tools/program";
import { program as monitorProgram } from "../../tasks/PipelineMonitor/tools/program";
import { faults } from "../faults/faults";
import { cells } from "../faults/table";
import { root } from "../root";

const tables: Record<string, HelpTable> = {
  PipelineMonitor: monitorProgram.troubleshooting,
  DomainRegister: registerProgram.troubleshooting,
};

/** The code in a folder, with texts in one piece, and without the tables, which quote them. */
function sourcesOf(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith("troubleshooting.ts"))
    .map((path) => readFileSync(join(root, folder, path), "utf8"))
    .join("\n")
    .replaceAll(/["`] \+\s+["`]/g, "");
}

describe("tables of what to do when a task fails", () => {
  for (const [task, table] of Object.entries(tables)) {
    const rows = Object.values(table).flat();
    const quotes = rows.flatMap(({ reads }) => reads);
    const logged = cells
      .filter(({ endpoint }) => endpoint.task === task)
      .map(({ row, fault }) => ({
        fault,
        result: row.result,
        text: row.reads.replace("WORDS", faults[fault].words),
      }));

    it(`${task}: quote only what the sources hold, or what the fault table shows the task to print`, () => {
      const sources = sourcesOf("shared") + sourcesOf(join("tasks", task));
      assert.ok(quotes.length > 20);
      const unknown = quotes.filter(
        (quote) =>
          quote.length < 6 ||
          !(quotePattern(quote).test(sources) || logged.some(({ text }) => quotePattern(quote).test(text))),
      );
      assert.deepEqual(unknown, []);
    });

    it(`${task}: say of every message what to do, in sentences, under an anchor of its own`, () => {
      assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
      for (const { id, advice } of rows) {
        assert.match(id, /^[a-z-]+$/);
        assert.match(advice, /^[A-Z`[].{10,}\.$/);
      }
    });

    it(`${task}: know every fault of the fault table that a step fails by`, () => {
      // A service's answer in place of JSON has many forms, of which the fault table lists just the beginning.
      const told = logged.filter(({ fault }) => faults[fault].words !== "returned …");
      const unanswered = told.filter(
        ({ result, text }) => result !== "Succeeded" && findHelp(table, text) === undefined,
      );
      assert.deepEqual(unanswered, []);
    });
  }

  it("find the row for expired tokens, unmapped secrets, accounts that are too small, purchases that are not proven", () => {
    const found = (task: string, message: string) => findHelp(tables[task] ?? assert.fail(task), message);
    const refused = "GET https://dev.azure.com/contoso returned 401 Unauthorized";
    assert.equal(found("PipelineMonitor", refused), "token");
    assert.equal(found("PipelineMonitor", "webhookUrl: still reads $(URL), map the secret"), "variable");
    assert.equal(found("DomainRegister", "The registrar returned 403 Forbidden"), "account-size");
    assert.equal(found("DomainRegister", "It is not known whether example.org was bought."), "unknown");
    assert.equal(found("DomainRegister", "Who knows."), undefined);
  });
});
