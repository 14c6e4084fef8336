import assert from "node:assert/strict";
import { ErrorInBody } from "../../../shared/http/errors";
import { clientStage } from "./client-stage";

describe("an error in the body of a successful response", () => {
  const stage = clientStage();
  const problem = { status: 200, serviceCode: "LIMIT", serviceMessage: "No" };

  it("pauses later requests for as long as it asks", async () => {
    const client = stage.client();
    const failing = client.send(stage.request(), () =>
      Promise.reject(new ErrorInBody({ ...problem, retryAfterSeconds: 7 })),
    );
    await assert.rejects(failing, /returned 200 OK \(LIMIT: No\) and asked for a pause of 7 s\. Do this\.$/);
    assert.equal(client.pauseSeconds(), 7);
    await stage.read({}, client);
    assert.equal(stage.clock.now(), 7000);
  });

  it("pauses nothing if it asks for no pause", async () => {
    const client = stage.client();
    const error = new ErrorInBody({ ...problem, retryAfterSeconds: undefined });
    await assert.rejects(client.send(stage.request(), () => Promise.reject(error)));
    assert.equal(client.pauseSeconds(), 0);
  });
});
