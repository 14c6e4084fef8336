import { attempt, type Context } from "./issue/context";
import type { Entry } from "./issue/entry";
import { isTold, withoutTold } from "./issue/knowledge";
import { ownTarget, projectFingerprint } from "./issue/ledger";
import type { Report } from "./issue/report";
import { isAside } from "./ledger/decide";
import type { Memory } from "./ledger/memory";
import type { KnownAfter, MemoryStore } from "./memory";
import type { OpenFeatures } from "./open-features";
import { partsOfNote } from "./render/notes";
import { withoutLinks } from "./render/phrases";
import type { Channel } from "./targets/channel";

/** Does what features do after a report, and writes the memory: `entries` as all targets know them by now. */
export async function followUp(
  posted: Report,
  after: Omit<KnownAfter, "parts">,
  before: Memory,
  features: OpenFeatures,
  { store, channel, ownRun }: { store: MemoryStore; channel: Channel; ownRun: URL | undefined },
  context: Context,
): Promise<Report> {
  let report = posted;
  let { entries } = after;
  const own = projectFingerprint(posted.config);
  const asides: ReadonlySet<Entry> = new Set(
    entries.filter((entry) => entry.project === own && isAside(entry) && isTold(entry, ownTarget)),
  );
  const toldAsides = () => {
    entries = entries.map((entry) => (asides.has(entry) ? withoutTold(entry, ownTarget) : entry));
  };
  const hour = {
    channel,
    ownRun,
    isKept: store.isWritten(before),
    isGuest: before.state === "guest",
    asides: [...asides].flatMap(({ end }) => (end?.note ? [withoutLinks(partsOfNote(end.note))] : [])),
    toldAsides,
    past: features.past,
  };
  try {
    for (const { name, run } of features.after) {
      const done = await attempt(name, context, () => run({ ...hour, report }, context));
      if (done !== "done") report = { ...report, skipped: [...report.skipped, name] };
    }
    return { ...report, skipped: [...new Set([...report.skipped, ...features.faults()])] };
  } finally {
    // Whatever becomes of what follows, the targets have the report.
    store.write(posted, { ...after, entries, parts: features.memory() }, before, context);
  }
}
