import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BuildService } from "../../../../shared/azure-devops/client";
import { createRecorder, makeRecordingFolder } from "../../../../shared/azure-devops/recording/recorder";
import { openRecording } from "../../../../shared/azure-devops/recording/replay";
import { readTextBody, readUntil } from "../../../../shared/http/body";
import { createHttpClient, type OpenHttpClient } from "../../../../shared/http/client";
import { urlBelow } from "../../../../shared/http/url";
import { type SandboxBuildService, startBuildService } from "../../../sandbox/build-service";
import { json } from "../../../sandbox/loopback";
import { sketchRun } from "../../../sandbox/runs";
import { temporaryFolder } from "../../../temporary-folder";
import { clientOf, never, now } from "../build-service-stage";

const project = (base: URL) => urlBelow(base, ["contoso", "Night Shift"]);

describe("recording of a build service", () => {
  const temporary = temporaryFolder();
  const folder = () => join(temporary(), "case");
  let sandbox: SandboxBuildService;

  beforeEach(async () => {
    const logs = ["a", "b", "c", "d", "an error", "canary-s3cret"];
    sandbox = await startBuildService({
      runs: [1, 2, 3].map((id) => sketchRun(now, { id, logs, timelineErrors: ["lost"], agent: "build-07" })),
      authorizations: ["Basic Onh5"],
      pageSize: 2,
    });
  });
  afterEach(() => sandbox.close());

  const open = (base: URL, openHttp: OpenHttpClient) => clientOf(project(base), { openHttp });

  /** The results of all calls, errors included. */
  async function ask(service: BuildService): Promise<unknown[]> {
    const pages: unknown[] = [];
    for await (const page of service.runsSince(new Date(now - 3600_000), never)) pages.push(page);
    const log = (id: number) => service.readLog(1, id, (body) => readTextBody(body, 1000), never);
    const all = [
      service.logsOf(1, never),
      log(5),
      log(6),
      service.timeline(1, never),
      service.run("9", never),
    ];
    const settled = await Promise.allSettled(all);
    service.dispose();
    return [...pages, ...settled.map((one) => ("value" in one ? one.value : String(one.reason)))];
  }

  /** Records a service and returns what it returned, with one text as the secret. */
  async function record(): Promise<unknown[]> {
    const redact = (text: string) => text.replaceAll("canary-s3cret", "***");
    assert.equal(makeRecordingFolder(folder()), undefined);
    const recorder = createRecorder(folder(), project(sandbox.address), redact);
    const told = await ask(open(sandbox.address, recorder.openHttp(createHttpClient)));
    recorder.save(now);
    return told;
  }

  it("replays the same results, errors too, for any host and without the service", async () => {
    const told = await record();
    const asked = sandbox.requests.length;
    const recording = openRecording(folder());
    assert.equal(recording.at, now);
    const other = new URL("https://elsewhere.example/");
    const replayed = await ask(open(other, recording.openHttp(project(other))));
    assert.deepEqual(
      replayed,
      told.map((one) => (one === "canary-s3cret" ? "***" : one)),
    );
    assert.match(String(told.at(-1)), /404 Not Found/);
    assert.equal(sandbox.requests.length, asked);
  });

  it("holds no credential, no URL except in errors, and only the members of records that are read", async () => {
    await record();
    const files = readdirSync(folder()).map((name) => readFileSync(join(folder(), name), "utf8"));
    assert.equal(files.length, 7, "two pages, a list of logs, two logs, a timeline, and the list of all");
    for (const text of files) {
      assert.doesNotMatch(text, /Onh5|canary|authorization/i);
      assert.doesNotMatch(text, /createdOn|category/);
    }
  });

  it("keeps no credential that a service repeats in a header, nor in a query that continues from it", async () => {
    sandbox.faults.push({
      when: ({ path }) => path.endsWith("/builds"),
      reply: (request, healthy) => {
        const isFirst = !request.query.has("continuationToken");
        const headers = { "content-type": "application/json; x=canary-s3cret" };
        const next = isFirst ? { "x-ms-continuationtoken": "canary-s3cret" } : {};
        return isFirst
          ? { ...healthy(), headers: { ...headers, ...next } }
          : json({ count: 0, value: [] }, headers);
      },
    });
    const told = await record();
    const index = readFileSync(join(folder(), "recording.json"), "utf8");
    assert.doesNotMatch(index, /canary/);
    const recording = openRecording(folder());
    const replayed = await ask(open(sandbox.address, recording.openHttp(project(sandbox.address))));
    assert.equal(replayed.length, told.length);
    assert.deepEqual(replayed[0], told[0]);
  });

  it("says which request it has no response to", async () => {
    await record();
    const { openHttp } = openRecording(folder());
    const service = open(sandbox.address, openHttp(project(sandbox.address)));
    await assert.rejects(service.timeline(2, never), {
      message:
        "The recording has no response to /_apis/build/builds/2/timeline?api-version=7.1-preview.7. Either this configuration asks for more than the recorded one, or the time was up when it was recorded. Record again.",
    });
  });

  it("keeps no half of a secret, none that an error quotes, and only its owner can read it", async () => {
    const halves = ["an error and canary-", "s3cret"];
    sandbox.faults.push(
      {
        when: ({ path }) => path.endsWith("/logs/5"),
        reply: { headers: { "content-type": "text/plain" }, body: halves.map((text) => Buffer.from(text)) },
      },
      {
        when: ({ path }) => path.endsWith("/timeline"),
        reply: { ...json({ message: "canary-s3cret, password=hunter22" }), status: 400 },
      },
    );
    assert.equal(makeRecordingFolder(folder()), undefined);
    const recorder = createRecorder(folder(), project(sandbox.address), (text) =>
      text.replaceAll("canary-s3cret", "***"),
    );
    const service = open(sandbox.address, recorder.openHttp(createHttpClient));
    assert.ok(
      await service.readLog(1, 5, (body) => readUntil(body, (chunk) => chunk.includes("error")), never),
    );
    await assert.rejects(service.timeline(1, never), /canary-s3cret/);
    service.dispose();
    recorder.save(now);
    const texts = readdirSync(folder()).map((name) => readFileSync(join(folder(), name), "utf8"));
    for (const text of texts) assert.doesNotMatch(text, /canary|hunter22/);
    assert.ok(texts.includes("an error and ***"));
    if (process.platform === "win32") return;
    for (const name of [".", ...readdirSync(folder())])
      assert.equal(statSync(join(folder(), name)).mode & 0o077, 0, name);
  });

  it("does not disturb the work when it cannot be written, and says so", async () => {
    assert.equal(makeRecordingFolder(folder()), undefined);
    const recorder = createRecorder(folder(), project(sandbox.address), (text) => text);
    rmSync(folder(), { recursive: true });
    const told = await ask(open(sandbox.address, recorder.openHttp(createHttpClient)));
    assert.equal(told[3], "an error");
    assert.match(recorder.save(now) ?? "", /^ENOENT: /);
    assert.ok(!existsSync(folder()));
  });

  it("replays repeated requests in the recorded order", async () => {
    assert.equal(makeRecordingFolder(folder()), undefined);
    const recorder = createRecorder(folder(), project(sandbox.address), (text) => text);
    const live = open(sandbox.address, recorder.openHttp(createHttpClient));
    const times = async (service: BuildService) => [
      await service.logsOf(1, never),
      await service.logsOf(1, never),
      await service.logsOf(1, never),
    ];
    sandbox.faults.push({ when: () => true, times: 1, reply: json({ count: 0, value: [] }) });
    const told = await times(live);
    assert.deepEqual(
      told.map(({ length }) => length),
      [0, 6, 6],
    );
    recorder.save(now);
    const { openHttp } = openRecording(folder());
    const replayed = open(sandbox.address, openHttp(project(sandbox.address)));
    assert.deepEqual(await times(replayed), told);
    assert.equal((await replayed.logsOf(1, never)).length, 6, "the last one stays");
  });

  it("says which of its files cannot be read", async () => {
    await record();
    writeFileSync(join(folder(), "3.json"), '{"count":');
    const { openHttp } = openRecording(folder());
    const service = open(sandbox.address, openHttp(project(sandbox.address)));
    await assert.rejects(service.logsOf(1, never), /case.3\.json: incomplete or invalid JSON$/);
  });

  it("ends a replay that is cancelled", async () => {
    await record();
    const { openHttp } = openRecording(folder());
    const service = open(sandbox.address, openHttp(project(sandbox.address)));
    const cancelled = AbortSignal.abort(new Error("The step was canceled."));
    await assert.rejects(service.logsOf(1, cancelled), { message: "The step was canceled." });
  });

  it("is made in a new or empty folder only, which can be written to", () => {
    assert.equal(makeRecordingFolder(folder()), undefined);
    assert.equal(makeRecordingFolder(folder()), undefined);
    writeFileSync(join(folder(), "x"), "");
    assert.match(makeRecordingFolder(folder()) ?? "", /is not empty. Name a new folder$/);
    assert.match(
      makeRecordingFolder(join(folder(), "x", "y")) ?? "",
      /cannot be written to \(ENOTDIR.*\)\. Name another folder$/,
    );
  });

  it("is rejected if it is not a complete recording", async () => {
    const refused = (why: RegExp) => assert.throws(() => openRecording(folder()), why);
    refused(/^InputErrors: --replay: .* does not contain a recording: ENOENT/);
    await record();
    const index = join(folder(), "recording.json");
    rmSync(join(folder(), "2.json"));
    refused(/does not contain a recording: files are missing: 2\.json/);
    const text = readFileSync(index, "utf8");
    assert.ok(existsSync(index));
    for (const bad of [text.replace('"1.json"', '"../1.json"'), text.replace("recordedAt", "at"), "[]"]) {
      writeFileSync(index, bad);
      refused(/recording\.json was not written by --record/);
    }
    writeFileSync(index, "{");
    refused(/does not contain a recording: .*JSON/);
  });
});
