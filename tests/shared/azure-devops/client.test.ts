import assert from "node:assert/strict";
import { readTextBody } from "../../../shared/http/body";
import { HttpError } from "../../../shared/http/errors";
import { actReply } from "../../sandbox/acting";
import { json, type ReceivedRequest, type Reply } from "../../sandbox/loopback";
import { sketchRun } from "../../sandbox/runs";
import { buildServiceStage, fiveRuns, never, now } from "./build-service-stage";

describe("build service client", () => {
  const stage = buildServiceStage(fiveRuns);
  const builds = "/contoso/Night%20Shift/_apis/build/builds";
  const readLog = () => stage.service.readLog(3, 5, (log) => readTextBody(log, 1000), never);

  it("requests the runs since a time, with url_params, as the specification writes it", async () => {
    await stage.runs();
    const [{ target, headers } = assert.fail()] = stage.sandbox.requests;
    assert.equal(target, `${builds}?minTime=2026-11-20T02:18:30Z&api-version=7.1-preview.7`);
    assert.equal(headers["x-tfs-fedauthredirect"], "Suppress");
  });

  it("lists the logs of a run, and reads a log, without a query", async () => {
    const ids = (await stage.service.logsOf(3, never)).map((log) => log?.id);
    assert.deepEqual(ids, [1, 2, 3, 4, 5, 6]);
    assert.equal(await readLog(), "Starting: Import\nFinishing: Import");
    const targets = stage.sandbox.requests.map(({ target }) => target);
    assert.deepEqual(targets, [`${builds}/3/logs`, `${builds}/3/logs/5`]);
  });

  it("tries a log again whose transfer broke off, from its beginning", async () => {
    stage.next({ status: 200, body: "half of it", ending: "reset" });
    assert.equal(await readLog(), "Starting: Import\nFinishing: Import");
  });

  it("holds no connection open once it is disposed of", async () => {
    await stage.runs();
    stage.service.dispose();
    assert.equal(await stage.sandbox.connections(), 0);
  });

  it("knows the URLs of runs and of their logs", () => {
    const base = `${stage.sandbox.address.href}contoso/Night%20Shift`;
    assert.equal(stage.service.runPage(812).href, `${base}/_build/results?buildId=812`);
    assert.equal(stage.service.logUrl(812, 17).href, `${base}/_apis/build/builds/812/logs/17`);
  });
});

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
