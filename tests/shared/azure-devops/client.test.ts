import assert from "node:assert/strict";
import { readTextBody } from "../../../shared/http/body";
import { buildServiceStage, fiveRuns, never } from "./build-service-stage";

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
