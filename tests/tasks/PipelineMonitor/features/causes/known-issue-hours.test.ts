import assert from "node:assert/strict";
import { emptyTimeline } from "../../../../../shared/azure-devops/timeline";
import { type Message, plainText, rowsOf } from "../../../../../shared/chat/message";
import type { RunSketch } from "../../../../sandbox/runs";
import { sanitize } from "../../../../sanitize";
import { watch } from "../../monitor-stage";

const failedWith = (id: number, pipeline: string, line: string): RunSketch => ({
  ...{ id, pipeline, result: "failed" },
  logs: ["1", "2", "3", "4", `${line}\n##[error]Bash exited with code '1'.`],
});
const full = "error: ORA-01653: unable to extend table";
const runbook = "https://wiki.example/tablespace";
const known_issues = [{ contains: "ORA-01653", name: "tablespace full", owner: "Data team", runbook }];
const pipelines = { default: { max_proc_time: 900, min_proc_time: 30, owner: "Ops" } };

describe("a known issue in the message", () => {
  it("is in the title with who to ask, and its owner and runbook take the place of the pipeline's", async () => {
    const posted: Message[] = [];
    const post = async (message: Message) => void posted.push(message);
    const run = failedWith(1, "invoices", full);
    await watch([run], { keys: { known_issues, pipelines }, form: "product", post });
    const [message = assert.fail()] = posted;
    assert.equal(plainText(message.title, sanitize), "🔴 invoices failed: tablespace full, ask Data team");
    const block = message.lines.flatMap(rowsOf).map((row) => plainText(row, sanitize));
    assert.match(block.join("\n"), /ORA-01653: unable to extend table\n.*Runbook · Data team$/s);
    assert.doesNotMatch(block.join("\n"), /Ops/);
  });

  it("keeps the words of the specification, and other failures as they are", async () => {
    const runs = [failedWith(1, "invoices", full), failedWith(2, "stock levels", "error: refused")];
    const { posted } = await watch(runs, { keys: { known_issues, pipelines } });
    const lineOf = (name: string) => posted[0]?.split("\n").find((line) => line.startsWith(name)) ?? "";
    assert.match(lineOf("invoices"), /Why: tablespace full \(".*ORA-01653.*"\)\. Owner: Data team\. /);
    assert.ok(lineOf("invoices").endsWith(`[runbook](${runbook})`));
    assert.match(lineOf("stock levels"), /Owner: Ops\.$/);
    assert.doesNotMatch(lineOf("stock levels"), /Why:/);
  });

  it("costs nothing for other pipelines, if it is one of a pipeline", async () => {
    const runs = ["invoices", "stock levels"].map((name, id) => failedWith(id + 1, name, "error: refused"));
    const asked: number[] = [];
    const timeline = async (id: number) => {
      asked.push(id);
      return emptyTimeline;
    };
    const keys = { pipelines: { ...pipelines, invoices: { known_issues } } };
    await watch(runs, { keys, service: () => ({ timeline }) });
    assert.deepEqual(asked, [1]);
  });

  it("groups runs by its name", async () => {
    const runs = [1, 2].map((id) => failedWith(id, `p${id}`, `error: ORA-01653: table ${id}`));
    const { posted } = await watch(runs, { keys: { known_issues, group_causes: true } });
    assert.match(posted[0] ?? "", /2 runs failed \(tablespace full\): p1 .*, p2 .*Owner: Data team\./);
  });
});
