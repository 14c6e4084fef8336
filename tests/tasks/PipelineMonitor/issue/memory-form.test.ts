import assert from "node:assert/strict";
import fc from "fast-check";
import * as v from "valibot";
import { zoneNamed } from "../../../../shared/text/zone";
import { type Ledger, ledgerSchema } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { sampled } from "../../../sampled";
import { anyLedger, emptyLedger } from "../ledger/ledger-samples";
import { failedEntry, now } from "../ledger/ledger-stage";

const zone = zoneNamed("Asia/Kolkata") ?? assert.fail();
const schema = ledgerSchema(zone, { later: v.optional(v.number()) });
const written = (ledger: Ledger) => JSON.stringify({ ...ledger, projects: [...ledger.projects] });
const isRead = (text: string) => v.is(schema, JSON.parse(text));

describe("what a memory has", () => {
  it("is read as it was written, whatever it is, with the zone of the report that reads it", () => {
    fc.assert(
      fc.property(anyLedger(zone), (ledger) => {
        assert.deepEqual(v.parse(schema, JSON.parse(written(ledger))), ledger);
      }),
      { numRuns: sampled(400) },
    );
  });

  it("is refused if a mark, an attempt or a feature's part is in another form", () => {
    const [id, webhook] = ["1".repeat(16), "2".repeat(16)];
    const ledger = written({ ...emptyLedger, webhook, entries: [failedEntry()] });
    const full = ledger
      .replace('"projects":[]', `"projects":[["${id}",{"until":1,"dueUntil":1,"seen":["81:${now}"]}]]`)
      .replace('"parts":{}', '"parts":{"later":9}');
    assert.ok(isRead(full));
    for (const [part, ...others] of [
      [`"${webhook}"`, `"${webhook}0"`, `"0${webhook}"`, '"x"', '""'],
      [`"81:${now}"`, `"81:${now}x"`, `"x81:${now}"`, '"81"', '":1"', '"81:"'],
      ['"later":9', '"later":"9"'],
    ] as const)
      for (const other of others) assert.ok(!isRead(full.replace(part, other)), other);
  });
});
