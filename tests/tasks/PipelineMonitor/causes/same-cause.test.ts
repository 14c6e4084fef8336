import assert from "node:assert/strict";
import { withoutIncidentals } from "../../../../tasks/PipelineMonitor/causes/same-cause";

describe("the cause that two lines tell", () => {
  it("is different: exit codes, HTTP statuses and error codes name it", () => {
    for (const [one, other] of [
      ["Bash exited with code '1'.", "Bash exited with code '137'."],
      ["process exited with 1", "process exited with 2"],
      ["exit status 1", "exit status 2"],
      ["make: *** [Makefile:12: all] Error 1", "make: *** [Makefile:12: all] Error 2"],
      ["exitCode=1", "exitCode=2"],
      ["npm ERR! errno 1", "npm ERR! errno -13"],
      ["exit code -1073741819", "exit code -1073741515"],
      ["exit code 3221225477", "exit code 3221225786"],
      ["terminated by signal 9", "terminated by signal 11"],
      ['{"statusCode":401}', '{"statusCode":503}'],
      [
        "Response status code does not indicate success: 401 (Unauthorized).",
        "Response status code does not indicate success: 503 (Service Unavailable).",
      ],
      ["HTTP/1.1 401", "HTTP/1.1 503"],
      ["The requested URL returned error: 401", "The requested URL returned error: 503"],
      ["GET /feed 500 Internal Server Error", "GET /feed 501 Internal Server Error"],
      ["server answered 401", "server answered 503"],
      ["got 401 from https://feed.example", "got 503 from https://feed.example"],
      ["Error response from daemon: 404 from registry", "Error response from daemon: 403 from registry"],
      ["429 from daemon", "403 from daemon"],
      ["upload rejected with a 413", "upload rejected with a 403"],
      ["feed returned: 502", "feed returned: 504"],
      ["curl: (6) failed", "curl: (7) failed"],
      ["ORA-01017: refused", "ORA-00942: refused"],
      ["TF400813: refused", "TF400733: refused"],
      ["a.cs(14,8): error CS1002: x", "a.cs(14,8): error CS1003: x"],
      ["error[E0277]: x", "error[E0308]: x"],
      ["SQLSTATE[HY000] [2002] x", "SQLSTATE[HY000] [1045] x"],
      ["SQLSTATE: 42P01", "SQLSTATE: 28P01"],
      ["ERROR 1045 (28000): x", "ERROR 1049 (28000): x"],
      ["Msg 208, Level 16", "Msg 229, Level 16"],
      ["connect ECONNREFUSED 10.0.0.4:443", "connect ETIMEDOUT 10.0.0.4:443"],
      ["open E2BIG", "open ENOENT"],
      ["failed with 0x80070005", "failed with 0x80004005"],
    ] as const)
      assert.notEqual(withoutIncidentals(one), withoutIncidentals(other));
  });

  it("is the same: times, dates, ids, counts and the numbers in paths differ from run to run", () => {
    for (const [one, other] of [
      ["2026-11-20T03:04:05.123Z refused", "2026-11-21T13:14:15Z refused"],
      ["at Fri Nov 20 03:04:05 2026", "at Sat Dec 5 13:14:15 2026"],
      ["at 9:05 AM", "at 10:15:30 PM"],
      ["timed out after 1m 30.5s", "timed out after 45 s"],
      ["timed out after 1500ms", "timed out after 98ms"],
      ["request 0f8fad5b-d9cb-469f-a165-70867728950e", "request deadbeef-abcd-efab-cdef-abcdefabcdef"],
      ["commit 6dcb09b5b57875f334f61aebed695e2e4193db5e", "commit 0123456789abcdef0123456789abcdef01234567"],
      ["/agent/_work/1/s/job-17.sh: refused", "/agent/_work/22/s/job-9.sh: refused"],
      ["/tmp/E1234/x", "/tmp/E1235/x"],
      ["error: 3 tests failed", "error: 12 tests failed"],
      ["error: 2026-11-20 refused", "error: 2026-11-21 refused"],
      ["error: 14:08 refused", "error: 15:09 refused"],
      ["row 12 of 9000", "row 13 of 9001"],
      ["returned 404 rows", "returned 503 rows"],
      ["received 401 of 900", "received 429 of 900"],
      ["failed on line 404", "failed on line 503"],
      ["returned 4040 and 14.404", "returned 5030 and 15.503"],
      ["0x00007f3a12345678", "0x00007f3a87654321"],
      ["build 20261120.4", "build 20261121.12"],
      ["x7f3q9 refused", "9qz1 refused"],
      ["port 10.0.0.4:51324 refused", "port 10.0.0.17:1024 refused"],
    ] as const)
      assert.equal(withoutIncidentals(one), withoutIncidentals(other));
  });
});
