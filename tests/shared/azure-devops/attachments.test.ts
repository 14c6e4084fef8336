import assert from "node:assert/strict";
import { parseAttachment } from "../../../shared/azure-devops/own-runs";
import { json } from "../../sandbox/loopback";
import { sketchRun } from "../../sandbox/runs";
import { buildServiceStage, never, now } from "./build-service-stage";

const timeline = "96AC2280-8cb4-5df5-99de-dd2da759617d";
const record = "00000000-0000-4000-8000-000000000001";
const link = `/${timeline}/${record}/attachments/kind/report`;
const entry = (href: unknown, name: unknown = "report") => ({ name, _links: { self: { href } } });

describe("an entry in the list of a run's attachments", () => {
  it("is found by its name, and its place by the ids in its link, whatever host and folder are", () => {
    for (const folder of ["https://elsewhere.example/tfs/x/_apis/build/builds/1", ""]) {
      const found = parseAttachment(entry(folder + link), "report");
      assert.deepEqual(found, { timeline, record });
    }
  });

  it("is passed over if it has another name, or a link without both ids", () => {
    const odd = [
      ...[link.replace(`/${timeline}`, ""), link.replace(record, record.slice(1))],
      ...[link.replace(timeline, `${timeline}x`), link.replace("attachments", "files"), 7],
    ].map((href) => entry(href));
    for (const other of [entry(link, "Report"), entry(link, 7), ...odd, { name: "report" }, undefined])
      assert.equal(parseAttachment(other, "report"), undefined);
  });
});

describe("the attachments of a run", () => {
  const stage = buildServiceStage([]);
  const put = (count: number) =>
    stage.sandbox.put({
      ...sketchRun(now, { id: 1 }),
      attachments: Array.from({ length: count }, (_, index) => ({
        ...{ type: "kind", name: "report", text: `{"attempt":${index}}` },
      })),
    });
  const read = () => stage.service.attachments(1, "kind", "report", never);

  it("are those of a kind and name, of five attempts at most", async () => {
    put(6);
    const all = await read();
    assert.deepEqual([all.length, all[0]], [5, { attempt: 0 }]);
    for (const { query } of stage.sandbox.requests)
      assert.equal(query.toString(), "api-version=5.0-preview.2");
    assert.deepEqual(await stage.service.attachments(1, "kind", "other", never), []);
  });

  it("are none if the service has no list of them, but not if it cannot be read", async () => {
    put(0);
    assert.deepEqual(await read(), []);
    stage.instead({ status: 403 });
    await assert.rejects(read(), /returned 403/);
    stage.instead(json({ count: 1, value: 7 }));
    await assert.rejects(read());
  });
});
