import assert from "node:assert/strict";
import * as v from "valibot";
import { variableName } from "../../../../tasks/PipelineMonitor/config/variable-name";

describe("the name of a variable with a secret", () => {
  const problemOf = (name: unknown) => v.safeParse(variableName, name).issues?.[0].message;

  it("is not that of another credential, which the configuration must not send elsewhere", () => {
    for (const name of ["BUILD_AUTH", "build_auth", "WEBHOOK_URL", "SYSTEM_ACCESSTOKEN", "ENDPOINT_AUTH_x"])
      assert.match(problemOf(name) ?? "", /, that holds no other credential of the step$/, name);
    for (const name of ["MY_BUILD_AUTH", "BUILD_AUTH_2", "_a", "A".repeat(100)])
      assert.equal(problemOf(name), undefined, name);
  });

  it("is a name, not a value", () => {
    for (const name of ["1A", "", "A".repeat(101), 5, "my key"])
      assert.match(problemOf(name) ?? "", /^the name of an environment variable, such as BILLING_WEBHOOK$/);
  });

  it("is not the secret itself, in whatever form", () => {
    // Lengths and alphabets as in blockpane/tenderduty#10 and microsoft/agent-governance-toolkit#535.
    for (const secret of [
      ...["https://chat.example/hooks/canary", "hooks.slack.com/services/canary", "me:canary@host"],
      ...["a1b2c3d4e5f60718293a4b5c6d7e8f90", "abcdefabcdefabcdefabcdefabcdefab", "R0CANARYCANARYCANARY01"],
      ...["e+kd5BWMcanary-hB3XnYg", "y_NcanarYkKc66ryYTWU", "3f2a1b4c-0d1e-4f50-8a6b-7c8d9e0f1a2b"],
    ]) {
      assert.match(problemOf(secret) ?? "", /not the secret itself/, secret);
    }
    for (const name of ["PAGERDUTY_KEY_TEAM_1", "BILLING_WEBHOOK_URL_2026", "ops2_pager"])
      assert.equal(problemOf(name), undefined, name);
  });
});
