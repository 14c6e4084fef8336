import assert from "node:assert/strict";
import fc from "fast-check";
import { explanationOf, findReason } from "../../../../tasks/PipelineMonitor/causes/reason";
import { reasonIn } from "../../../../tasks/PipelineMonitor/causes/reason-in";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sampled } from "../../../sampled";
import { failedRun } from "../failed-run";

/** An error of each tool, and the lines behind it that are the same whatever it was. */
const endings: Readonly<Record<string, (message: string, time: string) => string[]>> = {
  psql: (message) => [`psql:load.sql:12: ERROR:  ${message}`],
  python: (message) => [
    "Traceback (most recent call last):",
    '  File "a.py", line 3, in run',
    `ValueError: ${message}`,
  ],
  java: (message) => [`Exception in thread "main" java.io.IOException: ${message}`, "\tat a.B.c(B.java:3)"],
  dotnet: (message) => [
    `Unhandled exception. System.IO.IOException: ${message}`,
    "   at A.B() in /s/a.cs:line 3",
  ],
  node: (message) => [`Error: ${message}`, "    at run (/s/a.js:3:5)", "", "Node.js v20.20.0"],
  npm: (message) => [
    "npm ERR! code E404",
    `npm ERR! 404 ${message}`,
    "npm ERR! A complete log of this run can be found in: /x",
  ],
  gradle: (message) => [
    "* What went wrong:",
    "Execution failed for task ':x'.",
    `> ${message}`,
    "",
    "* Try:",
    "> Run with --info",
    "BUILD FAILED in 3s",
  ],
  gcc: (message) => [`a.c:3:5: error: ${message}`, "make: *** [Makefile:3: all] Error 2"],
  msbuild: (message) => [
    `a.cs(3,5): error CS1002: ${message} [/s/a.csproj]`,
    "    0 Warning(s)",
    "    1 Error(s)",
  ],
  terraform: (message) => ["╷", `│ Error: ${message}`, "│ ", "╵"],
  ansible: (message) => [
    `fatal: [web1]: FAILED! => {"changed": false, "msg": "${message}"}`,
    "PLAY RECAP ****",
    "web1 : ok=3 changed=0 unreachable=0 failed=1",
  ],
  oracle: (message) => ["ERROR at line 1:", `ORA-20001: ${message}`, 'ORA-06512: at "A.B", line 12'],
  sqlcmd: (message) => ["Msg 50000, Level 16, State 1, Server a, Line 3", message],
  rsync: (message) => [
    `rsync: [sender] ${message}`,
    "rsync error: some files/attrs were not transferred (see previous errors) (code 23)",
  ],
  docker: (message) => [`Error response from daemon: ${message}`],
  log4j: (message, time) => [
    `2026-11-20 ${time},123 ERROR [main] a.B - ${message}`,
    `2026-11-20 ${time},124 INFO [main] a.B - done`,
  ],
};

const messages = [
  "disk is gone",
  "route to shop is closed",
  "table prices is locked",
  "price of apples is unknown",
];

describe("the identity of a failure", () => {
  const identityOf = (tool: string, message: string, time: string, id: number) => {
    const lines = [
      `copied 12 files at ${time}`,
      ...(endings[tool]?.(message, time) ?? []),
      "Bash exited with code '1'.",
    ];
    const last = lines.length - 1;
    const log = lines.map((text, index) => ({ text, number: index + 1, isMarked: index === last }));
    const found = findReason("failed", { reason: reasonIn(log), before: [], named: undefined }, undefined);
    const issue = issueOfResult(failedRun({ id, finishTime: id }));
    return explanationOf(found ?? assert.fail(), issue, { explains: true, groups: false, quotes: true })
      .cause;
  };
  const time = fc.nat(59).map((minute) => `03:${String(minute).padStart(2, "0")}:07`);
  const number = fc.integer({ min: 10, max: 99_999 });

  for (const tool of Object.keys(endings))
    it(`is another for another message behind the same footer, and the same at another time: ${tool}`, () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...messages),
          fc.constantFrom(...messages),
          time,
          time,
          number,
          number,
          (one, other, at, later, id, next) => {
            const first = identityOf(tool, `${one} in shop ${id}`, at, id);
            const second = identityOf(tool, `${other} in shop ${next}`, later, next);
            assert.equal(first === second, one === other, `${first} and ${second}`);
          },
        ),
        { numRuns: sampled(25) },
      );
    });
});
