import assert from "node:assert/strict";
import { testClock } from "../../../test-clock";
import { now } from "./context-stage";
import { respond, useRegistration } from "./register-stage";

describe("two registrars for one name at the same moment", () => {
  const { run } = useRegistration();

  it("buy it once if they share a folder, whoever is first", async () => {
    const clock = testClock({ startsAt: now, passes: () => true });
    let theirs: ReturnType<typeof run> | undefined;
    let checks = 0;
    const ours = await run(
      {
        async availability() {
          // The other agent buys while the response that we would buy on is on its way.
          if (++checks === 2) theirs = run({}, { service: "https://other-registrar.example/" });
          await theirs;
          return respond(clock);
        },
      },
      { clock },
    );
    assert.deepEqual([(await theirs)?.end.outcome, (await theirs)?.purchases], ["registered", 1]);
    assert.equal(ours.purchases, 0);
    assert.ok(ours.end.outcome === "alreadyOwned", ours.end.outcome);
    assert.match(ours.end.message, /^Another run bought .* from other-registrar\.example /);
  });
});
