import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outcomes } from "../../../shared/report/form";
import { begin } from "../../../tasks/DomainRegister/registration/procedure";
import { startOverAdvice } from "../../../tasks/DomainRegister/registration/receipt";
import { renderLocked, UnusableReceipt } from "../../../tasks/DomainRegister/registration/receipt-file";
import type { End } from "../../../tasks/DomainRegister/registration/state";
import { renderRegistrationOutcome, renderUnknown } from "../../../tasks/DomainRegister/render/outcome";
import { nextStepAfter } from "../../../tasks/DomainRegister/render/summary";
import { emptyTimeline } from "../../../tasks/DomainRegister/render/timeline";
import { root } from "../../root";
import { contextWith, receiptIn } from "./registration/context-stage";
import { available, goodRequest, purchase, runResult, timelineOf } from "./samples";

/** Behind a receipt, an order may stand: whoever gets rid of one may buy twice (decision 31). */
const advisesToForget =
  /\b(delet|remov|eras|discard|clear|renam|mov|replac|anoth|other|new|differ|empt)\w*\b[^.]{0,60}\b(receipts?\b(?! is\b)|receiptFolder)/i;

/** The lock is no receipt: behind it, the receipt still protects. */
const withoutLock = (text: string) => text.replaceAll(/delete \S*\.buying/g, "");

const receipts = receiptIn("/receipts");
const context = contextWith(receipts, { request: goodRequest() });
const { registration } = begin(0);
const message = "It says so.";
const release = { earliest: 0, latest: 0 };

/** One end of each kind, and each that has another advice. */
const ends: Record<End["outcome"], readonly End[]> = {
  registered: [
    { outcome: "registered", order: {} },
    { outcome: "registered", order: { orderId: 7, total: 101 } },
  ],
  alreadyOwned: [
    { outcome: "alreadyOwned", message },
    { outcome: "alreadyOwned", message, isDoubtful: true },
  ],
  undone: [{ outcome: "undone", message }],
  noLongerOwned: [{ outcome: "noLongerOwned", message }],
  dryRun: [{ outcome: "dryRun" }],
  notAvailable: [{ outcome: "notAvailable" }],
  tooEarly: [{ outcome: "tooEarly", release }],
  tooExpensive: [{ outcome: "tooExpensive", message }],
  refused: [
    { outcome: "refused", message, status: undefined },
    { outcome: "refused", message, status: 422 },
  ],
  unknown: [{ outcome: "unknown", message }],
  unanswered: [{ outcome: "unanswered", message }],
  cancelled: [{ outcome: "cancelled" }],
};

const refusedTimeline = timelineOf([purchase({ kind: "unavailable", message: "422", reason: "TAKEN: No" })]);
const overcharges = [undefined, { charged: "30.98 USD", warning: "The registrar charged 30.98 USD." }];
const resolvable = [undefined, 1_000_000];

/** Everything that a run may advise, for each outcome. */
function* advices(): Generator<string> {
  for (const timeline of [emptyTimeline, refusedTimeline])
    for (const resolvableUntil of resolvable) {
      for (const outcome of outcomes) yield nextStepAfter(runResult({ outcome, timeline, resolvableUntil }));
      for (const end of Object.values(ends).flat())
        for (const overcharge of overcharges) {
          const ended = { end, registration, timeline, overcharge };
          const { message, nextStep = "" } = renderRegistrationOutcome(ended, context, resolvableUntil);
          yield message;
          yield nextStep;
        }
      yield renderUnknown(
        new UnusableReceipt("The receipt is damaged.").message,
        context,
        resolvableUntil,
        available,
      );
    }
  yield renderLocked(receipts);
}

function filesBelow(folder: string, endings: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => endings.test(name))
    .map((name) => join(root, folder, name));
}

describe("advice of DomainRegister", () => {
  it("is never to get rid of a receipt, whatever the outcome", () => {
    const all = [...advices()];
    assert.ok(all.length > 80, "an enumeration of every outcome");
    for (const advice of all) assert.doesNotMatch(withoutLock(advice), advisesToForget);
  });

  it("is to keep the receipt and where to read on, wherever an order may stand", () => {
    for (const resolvableUntil of resolvable) {
      const said = renderUnknown(message, context, resolvableUntil);
      assert.ok(said.includes("eep the receipt") && said.endsWith(startOverAdvice), said);
    }
    for (const outcome of ["unknown", "undone", "noLongerOwned"] as const)
      assert.match(nextStepAfter(runResult({ outcome })), /Keep the receipt\. .*Start over/);
  });

  it("is nowhere else in the task, its inputs or its pages, but where the page says when it is safe", () => {
    const files = [
      ...filesBelow("tasks/DomainRegister", /\.(ts|json|md)$/),
      ...filesBelow("shared/registrar", /\.ts$/),
      ...filesBelow("docs/domain", /\.md$/),
      ...filesBelow("tab", /\.ts$/),
    ];
    assert.ok(files.length > 60);
    for (const file of files) {
      const [text = ""] = readFileSync(file, "utf8").split("## Start over");
      const advice = text.match(/\b(delete|remove|erase|discard)\b[^.;`]{0,40}\breceipt\b[^.]{0,40}/gi) ?? [];
      assert.deepEqual(advice, [], file);
    }
    const [, startOver = ""] = readFileSync(join(root, "docs/domain/buying-once.md"), "utf8").split(
      "## Start over",
    );
    for (const condition of [/no order .* stands/, /a day/, /no agent/i]) assert.match(startOver, condition);
  });
});
