import assert from "node:assert/strict";
import { findHelp, type HelpTable, quotePattern } from "../../shared/agent/troubleshooting";
import { program as registerProgram } from "../../tasks/DomainRegister/tools/program";
import { parseSchedule } from "../../tasks/PipelineMonitor/config/cron";
import { program as monitorProgram } from "../../tasks/PipelineMonitor/tools/program";
import { faults } from "../faults/faults";
import { cells } from "../faults/table";
import { literalsOf, sourcesIn } from "../source-texts";

const tables: Record<string, HelpTable> = {
  PipelineMonitor: monitorProgram.troubleshooting,
  DomainRegister: registerProgram.troubleshooting,
};

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
      const sources = ["shared", `tasks/${task}`].flatMap(sourcesIn);
      const texts = sources.filter((path) => !path.endsWith("troubleshooting.ts")).map(literalsOf);
      assert.ok(quotes.length > 20);
      const unknown = quotes.filter(
        (quote) =>
          quote.length < 6 ||
          !(
            texts.some((text) => quotePattern(quote).test(text)) ||
            logged.some(({ text }) => quotePattern(quote).test(text))
          ),
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

  it("find the row for wrong schedules, expired tokens, unmapped secrets, accounts that are too small, purchases that are not proven", () => {
    const found = (task: string, message: string) => findHelp(tables[task] ?? assert.fail(task), message);
    const parsed = parseSchedule("61 * * * *");
    const cronProblem = "problem" in parsed ? parsed.problem : assert.fail();
    const refused = "GET https://dev.azure.com/contoso returned 401 Unauthorized";
    assert.equal(found("PipelineMonitor", refused), "token");
    assert.equal(found("PipelineMonitor", "webhookUrl: still reads $(URL), map the secret"), "variable");
    assert.equal(found("PipelineMonitor", `pipelines.a.schedule: ${cronProblem}`), "schedule");
    assert.equal(found("PipelineMonitor", 'pipelines.a.schedule: "auto" has to remember'), undefined);
    assert.equal(found("DomainRegister", "The registrar returned 403 Forbidden"), "account-size");
    assert.equal(found("DomainRegister", "It is not known whether example.org was bought."), "unknown");
    assert.equal(found("DomainRegister", "Who knows."), undefined);
  });
});
