// Needs: digest
import { day, inRepos, other, told } from "../ledger/gone-stage";
import { assertTexts, nothing } from "../monitor-stage";

describe("a problem of a branch that is not there any more", () => {
  it("is told with the digest", async () => {
    // The reports begin on a Friday at 03:19.
    const hours = [0, day, 3 * day + 1, 3 * day + 2];
    const { texts } = await told(
      { pipelineCode: inRepos, hasBranch: false },
      hours,
      { digest: "Mon 04:00" },
      (at) => (at === 3 * day + 2 ? [other(at)] : []),
    );
    const digest =
      /^\*\*Pipeline digest\*\*.*\ninvoices, branch feature\/x was deleted, so its problem is over\.\n/s;
    assertTexts(texts, [/invoices .*failed/, nothing, digest, /^((?!invoices).)*payments((?!invoices).)*$/s]);
  });
});
