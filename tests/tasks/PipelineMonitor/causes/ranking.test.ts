import assert from "node:assert/strict";
import { reasonIn } from "../../../../tasks/PipelineMonitor/causes/reason-in";

const reasonOf = (log: readonly string[]) =>
  reasonIn(
    log.map((line, index) => ({
      number: index + 1,
      text: line.replace("##[error]", ""),
      isMarked: line.startsWith("##[error]"),
    })),
  );

/** Each rule holds for a tool that no row knows: a log, and its title. */
const rules: Readonly<Record<string, [log: string[], title: string]>> = {
  "what came of the failure is told behind why": [
    ["tenant 7 is not found", "Error: nightly sync failed", "loader: exited with 3"],
    "tenant 7 is not found",
  ],
  "a marked line that leads elsewhere is told behind why": [
    ["No entry is registered for 7", "##[error]Errors while validating entries. See above for details."],
    "No entry is registered for 7",
  ],
  "a count is told behind a failure": [
    ["x expected 3 but got 4", "5 checks, 1 failed"],
    "x expected 3 but got 4",
  ],
  "the headings of a table, and code, say nothing": [
    ["the key is invalid", "Total  Copied  Failed", 'throw new SyncError("x",', 'echo "failed"'],
    "the key is invalid",
  ],
  "a mistake in a source is told without those behind it, and its place last": [
    ["a.x:3:5 - error X12: no table t", "a.x:9:1 - error X12: no table u"],
    "X12: no table t",
  ],
  "a code before a message is a sign of an error": [
    ["LDR-0012: shop 7 closed", "done"],
    "LDR-0012: shop 7 closed",
  ],
  "an element that holds a message is read": [
    ["<Error><Code>7</Code><Message>the shop is closed</Message></Error>"],
    "the shop is closed",
  ],
  "a warning that a tool knows is told before what came of it": [
    ["[warn] Code style issues found in 2 files.", 'ERROR: "check" exited with 1.'],
    "[warn] Code style issues found in 2 files.",
  ],
  "a logger's JSON that also says what is tried next is told as its message": [
    [
      '{"level":"error","msg":"will retry","error":"zone 7: \\"a\\" is no domain"}',
      "##[error]Bash exited with code '1'.",
    ],
    'will retry: zone 7: \\"a\\" is no domain',
  ],
  "an exception is told, whatever other processes print between": [
    ["Traceback (most recent call last):", '  File "a.py", line 3', "fetching page 1", "KeyError: 'shop'"],
    "KeyError: 'shop'",
  ],
  "a script that cannot be read is told by its first mistake": [
    [
      "At C:\\a.ps1:1 char:4",
      "+ if (",
      "+     ~",
      "Missing condition in if.",
      "At C:\\a.ps1:2 char:1",
      "+ }",
      "+ ~",
      "Unexpected token }.",
    ],
    "Missing condition in if.",
  ],
};

describe("of several lines that may say why", () => {
  for (const [rule, [log, title]] of Object.entries(rules))
    it(rule, () => assert.equal(reasonOf(log)?.message, title));

  it("the first of the same rank is told behind the last, where no line is beside it", () => {
    const log = [
      "Error: shop 7 is gone",
      ...Array.from({ length: 5 }, () => "copying"),
      "Error: no route to 8",
    ];
    const { message, more } = reasonOf(log) ?? {};
    assert.deepEqual([message, more], ["no route to 8", "shop 7 is gone"]);
  });

  it("what a line says is told once, however many ways there are to read it", () => {
    const { message, place, more } = reasonOf(["/opt/load.sh: line 7: loadAll: command not found"]) ?? {};
    assert.deepEqual([message, place, more], ["loadAll: command not found", "/opt/load.sh: line 7", ""]);
  });

  // A disk that was full in a checkout: YannickRe/azuredevops-buildagents#79. A member of JSON: inwx/java-client#10.
  it("what another line says is told once, with its program or as a member of JSON or without", () => {
    const disk = [
      "error: unable to write file a.tf",
      "error: unable to write file b.tf",
      "fatal: cannot create directory at 'c': No space left on device",
    ];
    const logs = [disk, ["answer: {", '  "code": 7,', '  "msg": "value out of range"', "}"]];
    for (const log of logs) {
      const { message = "", more = "" } = reasonOf([...log, "##[error]Bash exited with code '1'."]) ?? {};
      const told = [message, ...more.split(" … ")].filter((text) => text !== "");
      const isSaid = (text: string) => told.filter((other) => other.includes(text)).length === 1;
      assert.ok(told.every(isSaid) && message !== "", told.join(" | "));
    }
  });
});
