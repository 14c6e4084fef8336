import assert from "node:assert/strict";
import { HttpError } from "../../../shared/http/errors";
import { actReply } from "../../sandbox/acting";
import { json, type ReceivedRequest, type Reply } from "../../sandbox/loopback";
import { sketchRun } from "../../sandbox/runs";
import { buildServiceStage, never, now } from "./build-service-stage";

describe("build service client that acts", () => {
  const stage = buildServiceStage([{ id: 9, result: "failed" }]);
  const run = sketchRun(now, { id: 9, result: "failed" });
  const acted = (request: ReceivedRequest): Reply => {
    const path = request.path.replace(/^.*\/builds/, "");
    const runs = new Map([["9", run]]);
    return actReply(request, path, runs, () => undefined, { now: () => now }) ?? { status: 418 };
  };

  it("runs failed jobs again, and starts a run on a branch, in one request each", async () => {
    stage.next(acted);
    await stage.service.retryRun(9, never);
    stage.next(acted);
    assert.equal(await stage.service.startRun(7, "refs/heads/main", never), 10);
    const sent = stage.sandbox.requests.map(
      ({ method, target, body, headers }) =>
        `${method} ${target.replace(/^.*\/builds/, "")} ${headers["content-type"]} ${body}`,
    );
    assert.deepEqual(sent, [
      "PATCH /9?retry=true&api-version=7.1-preview.7 application/json {}",
      'POST ?api-version=7.1-preview.7 application/json {"definition":{"id":7},"sourceBranch":"refs/heads/main"}',
    ]);
  });

  for (const reply of [{ status: 503 }, { status: 429 }, { ending: "reset" }, { body: "no JSON" }] as Reply[])
    it(`sends nothing again after ${JSON.stringify(reply)}`, async () => {
      for (const act of [
        () => stage.service.retryRun(9, never),
        () => stage.service.startRun(7, "refs/heads/main", never),
      ]) {
        const before = stage.sandbox.requests.length;
        stage.next(reply);
        await assert.rejects(act(), HttpError);
        assert.equal(stage.sandbox.requests.length, before + 1);
      }
    });

  it("does not take a response without the run's id for a run that was started", async () => {
    stage.next(json({ ok: true }));
    await assert.rejects(stage.service.startRun(7, "refs/heads/main", never), /returned a run without an id/);
  });

  it("asks whether the identity may queue a pipeline, by project, folder and id", async () => {
    stage.next(json({ id: 7, path: "\\night\\imports", project: { id: "9a3b" } }));
    assert.equal(await stage.service.mayQueue(7, never), true);
    const [, asked] = stage.sandbox.requests;
    const permission = "/contoso/_apis/permissions/33344d9c-fc72-4d6f-aba5-fa317101a7e9/128";
    assert.equal(`${asked?.method} ${asked?.path}`, `GET ${permission}`);
    assert.equal(asked?.query.get("tokens"), "9a3b/night/imports/7");
    stage.next(json({ id: 7, path: "\\", project: { id: "9a3b" } }));
    stage.next(json({ count: 1, value: [false] }));
    assert.equal(await stage.service.mayQueue(7, never), false);
    stage.next(json({ id: 7 }));
    await assert.rejects(stage.service.mayQueue(7, never), /a pipeline without its project or folder/);
  });
});
