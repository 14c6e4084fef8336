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
    for (const name of ["https://chat.example/hooks/canary", "1A", "", "A".repeat(101), 5])
      assert.match(problemOf(name) ?? "", /^the name of an environment variable, such as BILLING_WEBHOOK$/);
  });
});
