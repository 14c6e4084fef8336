import assert from "node:assert/strict";
import { StepCancelled } from "../../../../shared/agent/task";
import type { Clock } from "../../../../shared/clock";
import { HttpError, type HttpProblem } from "../../../../shared/http/errors";
import type { Registrar, ValidationResponse } from "../../../../shared/registrar/registrar";
import type { Context } from "../../../../tasks/DomainRegister/registration/context";
import { openReceiptFile } from "../../../../tasks/DomainRegister/registration/receipt-file";
import { register } from "../../../../tasks/DomainRegister/registration/register";
import type { Wanted } from "../../../../tasks/DomainRegister/registration/state";
import { memoryAgent } from "../../../memory-agent";
import { sanitize } from "../../../sanitize";
import { temporaryFolder } from "../../../temporary-folder";
import { testClock } from "../../../test-clock";
import { domain, wanted } from "../samples";
import { contextWith } from "./context-stage";

const available = { available: true, definitive: true, price: 5, currency: "USD", period: 1 };

const timed = { availability: available, sentAt: { even: 0, wall: 0 }, tookMilliseconds: 0, restSeconds: 0 };

describe("register", () => {
  const folder = temporaryFolder();

  /** Registers an available domain with a registrar in memory, and counts the purchases. */
  async function run(
    registrar: Partial<Registrar>,
    cancelled = new AbortController().signal,
    {
      clock = testClock({ passes: () => true }),
      look,
      ...changed
    }: Partial<Wanted> & { clock?: Clock; look?: Context["look"] } = {},
  ) {
    let purchases = 0;
    const agent = memoryAgent();
    const result = await register(
      contextWith(openReceiptFile(folder(), domain, "production", sanitize), {
        wanted: { waitMinutes: 10, ...changed, limit: { ...wanted.limit, maxPrice: 5n } },
        registrar: {
          availability: async () => timed,
          purchase: async () => {
            purchases++;
            return { kind: "bought", order: {} };
          },
          ...registrar,
        },
        ...{ agent, clock, cancelled },
        ...(look && { look }),
      }),
    );
    return { end: result.end, purchases, printed: agent.printed, warnings: agent.warnings };
  }

  /** A validation that waits for `refuse`, and then finds the credential refused. */
  function refusedValidation() {
    const problem = { kind: "status", status: 401, redirectsTo: undefined } as const;
    const words = { serviceCode: "", serviceMessage: "", retryAfterSeconds: undefined };
    const refusal = new HttpError("registrar: POST validate", { ...problem, ...words }, 1, "");
    let reject = (_: HttpError) => {};
    let asked = 0;
    // A single refusal may be a passing problem.
    const validate = () =>
      new Promise<never>((_, rejects) => {
        if (asked++ === 0) rejects(refusal);
        else reject = rejects;
      });
    return { refusal, refuse: () => reject(refusal), validate };
  }

  it("buys a domain once after two available responses", async () => {
    const { end, purchases } = await run({});
    assert.deepEqual([end.outcome, purchases], ["registered", 1]);
  });

  it("checks and confirms with a wait of 0, though time passes meanwhile", async () => {
    const still = testClock({ passes: () => true });
    let looks = 0;
    const clock = { ...still, now: () => still.now() + looks++ };
    const { end, purchases } = await run({}, undefined, { waitMinutes: 0, clock });
    assert.deepEqual([end.outcome, purchases], ["registered", 1]);
  });

  const words = { serviceCode: "", serviceMessage: "", redirectsTo: undefined };
  const failures: [problem: HttpProblem, pauseSeconds: number][] = [
    [{ ...words, kind: "status", status: 503, retryAfterSeconds: undefined }, 30],
    [{ ...words, kind: "status", status: 429, retryAfterSeconds: 70 }, 70],
    [{ kind: "paused", seconds: 90 }, 90],
    [{ kind: "timeout", seconds: 20 }, 30],
  ];
  for (const [problem, pauseSeconds] of failures)
    it(`goes on ${pauseSeconds} s after a failed check (${problem.kind}), and keeps the last two responses`, async () => {
      const clock = testClock({ passes: () => true });
      const answers = [problem, { ...available, available: false }, available, available];
      const at: number[] = [];
      const availability = async () => {
        const answer = answers.shift() ?? assert.fail("it has been bought");
        at.push(clock.now() / 1000);
        if ("kind" in answer) throw new HttpError("registrar: GET", answer, 1, "");
        return { ...timed, availability: answer, sentAt: { even: clock.now(), wall: clock.now() } };
      };
      const { end } = await run({ availability }, undefined, { clock });
      assert.equal(end.outcome, "registered");
      assert.deepEqual(at, [0, pauseSeconds, pauseSeconds + 30, pauseSeconds + 30]);
      const [attempt] = openReceiptFile(folder(), domain, "production", sanitize).read()?.attempts ?? [];
      const response = { at: new Date((pauseSeconds + 30) * 1000).toISOString(), ...available };
      assert.deepEqual(attempt?.availability, [response, response]);
    });

  it("looks at the public record first at its pace, and ends early if the record proves that it is in vain", async () => {
    const day = 24 * 3600 * 1000;
    const asked: string[] = [];
    const seen = { expiresAt: 300 * day, changedAt: -100 * day, statuses: ["client transfer prohibited"] };
    const look: Context["look"] = async (signal) => {
      asked.push(`look ${signal.aborted}`);
      return { seen, problem: "" };
    };
    const availability: Registrar["availability"] = async ({ purpose }) => {
      asked.push(purpose);
      return { ...timed, availability: { ...available, available: false } };
    };
    const { end } = await run({ availability }, undefined, { pace: "record", look });
    const release = { earliest: 335 * day, latest: 380 * day };
    assert.deepEqual(asked, ["look false", "other"]);
    assert.deepEqual(end, { outcome: "tooEarly", stage: "registered", release, quietUntil: 335 * day });
  });

  it("rejects when validation finds the credential refused, and does not count it as a failed check", async () => {
    const { refusal, refuse, validate } = refusedValidation();
    const availability: Registrar["availability"] = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        refuse();
      });
    await assert.rejects(run({ availability, validate }), refusal);
  });

  it("rejects when validation finds the credential refused during a quote, which does not refuse the domain", async () => {
    const { refusal, refuse, validate } = refusedValidation();
    const quote: Registrar["quote"] = (_wish, stopped) =>
      new Promise((resolve) => {
        stopped.addEventListener("abort", () => resolve({ kind: "refused", message: "401", status: 401 }));
        refuse();
      });
    await assert.rejects(run({ quote, validate }), refusal);
  });

  it("sends no purchase when the step is cancelled after the confirming response", async () => {
    const cancellation = new AbortController();
    let checks = 0;
    const availability = async () => {
      checks++;
      if (checks === 2) cancellation.abort(new StepCancelled());
      return timed;
    };
    const { end, purchases } = await run({ availability }, cancellation.signal);
    assert.deepEqual([end.outcome, purchases], ["cancelled", 0]);
  });

  it('ends as "unanswered", not as "cancelled", when an error stops the step', async () => {
    const stopping = new AbortController();
    const availability = async () => {
      stopping.abort(new Error("An error stopped the task."));
      stopping.signal.throwIfAborted();
      return timed;
    };
    const { end, purchases } = await run({ availability }, stopping.signal);
    assert.deepEqual([end, purchases], [{ outcome: "unanswered", message: "An error stopped the task." }, 0]);
  });

  it("sends no purchase after an invalid validation, and completes one that is already sent", async () => {
    let tell: (response: ValidationResponse) => void = () => undefined;
    const invalid: ValidationResponse = { kind: "invalid", message: "422", status: 422 };
    let asked = 0;
    const validate = () =>
      new Promise<ValidationResponse>((resolve) => {
        if (asked++ % 2 === 0) resolve(invalid);
        else tell = resolve;
      });
    let checks = 0;
    const availability = async () => {
      checks++;
      if (checks === 2) {
        tell(invalid);
        await new Promise(setImmediate);
      }
      return timed;
    };
    const before = await run({ validate, availability });
    assert.deepEqual([before.end.outcome, before.purchases], ["refused", 0]);
    const purchase = async () => {
      tell(invalid);
      await new Promise(setImmediate);
      return { kind: "bought" as const, order: {} };
    };
    const during = await run({ validate, purchase });
    assert.equal(during.end.outcome, "registered");
  });

  const passing: [string, () => Promise<ValidationResponse>][] = [
    ["the request is invalid", async () => ({ kind: "invalid", message: "422", status: 422 })],
    ["the credential is refused", () => Promise.reject(new Error("401"))],
  ];
  for (const [what, first] of passing)
    it(`asks again before it believes that ${what}`, async () => {
      let asked = 0;
      const validate = async (): Promise<ValidationResponse> => (asked++ === 0 ? first() : { kind: "valid" });
      const { end } = await run({ validate });
      assert.deepEqual([end.outcome, asked], ["registered", 2]);
    });

  for (const [response, said] of [
    [
      { kind: "unavailable", message: "422" },
      "The registrar does not validate the request while the domain is not available.",
    ],
    [{ kind: "unclear", message: "503." }, "The registrar could not validate the request. 503."],
  ] satisfies [ValidationResponse, string][])
    it(`goes on when the request may be valid: ${response.kind} (decision 16)`, async () => {
      const { end, printed, warnings } = await run({ validate: async () => response });
      assert.equal(end.outcome, "registered");
      assert.ok((response.kind === "unclear" ? warnings : printed).includes(said));
    });

  it("starts no check after the wait, even if the registrar asks for a pause until then", async () => {
    const taken = { ...timed, availability: { ...available, available: false } };
    let checks = 0;
    const availability = async () => {
      checks++;
      return taken;
    };
    const { end } = await run({ availability, pauseSeconds: () => (checks < 2 ? 0 : 700) });
    assert.deepEqual([end.outcome, checks], ["unanswered", 2]);
  });

  it("rejects when the credential is refused during polling", async () => {
    const refused = new Error("401");
    const availability = async () => ({ ...timed, availability: { ...available, available: false } });
    await assert.rejects(run({ availability, validate: () => Promise.reject(refused) }), refused);
    await assert.rejects(run({ ownership: () => Promise.reject(refused) }), refused);
  });
});
