import assert from "node:assert/strict";
import { isSandboxKey } from "../../../../shared/registrar/porkbun/client";
import { json, type Reply } from "../../../sandbox/loopback";
import { porkbunError, porkbunKeys } from "../../../sandbox/porkbun";
import { anyTime, domain, fullCheck, never, porkbunStage, request, success, wish } from "./porkbun-stage";

const available = { avail: "yes", type: "registration", price: "11.08", premium: "no", minDuration: 1 };

describe("Porkbun's client", () => {
  const stage = porkbunStage();

  it("checks with the documented request, and returns the price in cents", async () => {
    assert.deepEqual(await stage.check(), {
      ...{ available: true, definitive: false, price: 1108, currency: "USD", period: 1 },
    });
    const [sent] = stage.sandbox.requests;
    assert.equal(`${sent?.method} ${sent?.target}`, `POST /api/json/v3/domain/checkDomain/${domain}`);
    assert.equal(sent?.body, "{}");
    assert.deepEqual(
      [sent?.headers["x-api-key"], sent?.headers["x-secret-api-key"]],
      [porkbunKeys.production.key, porkbunKeys.production.secret],
    );
  });

  it("says how long to rest, after which the next check is welcome", async () => {
    const first = await stage.registrar.availability(fullCheck);
    assert.equal(first.restSeconds, 10);
    stage.clock.advance(first.restSeconds * 1000);
    await stage.check();
    assert.equal(stage.sandbox.earlyChecks(), 0);
    await stage.restart({ checkLimit: { limit: 2, TTL: 10 } });
    const roomy = await stage.registrar.availability({ ...fullCheck, checkType: "FAST" });
    assert.equal(roomy.restSeconds, 0);
  });

  for (const errorStatus of [undefined, 400, 200] as const)
    it(`keeps the pause after a check too many, reported with status ${errorStatus ?? 429}`, async () => {
      if (errorStatus !== undefined) await stage.restart({ errorStatus });
      await stage.check();
      const name = { 200: "200 OK", 400: "400 Bad Request", 429: "429 Too Many Requests" }[
        errorStatus ?? 429
      ];
      await assert.rejects(stage.check(), ({ message }: Error) =>
        message.includes(
          `returned ${name} (RATE_LIMIT_EXCEEDED: Rate limit exceeded) and asked for a pause of 10 s. ` +
            "Porkbun allows one check and one purchase in 10 seconds by default.",
        ),
      );
      assert.equal(stage.registrar.pauseSeconds(), 10);
    });

  it("measures how long a response took, without the wait for its turn", async () => {
    stage.sandbox.faults.push({
      when: () => true,
      reply(_, healthy) {
        stage.clock.advance(300);
        return healthy();
      },
    });
    const waiting = stage.connect({
      budget: { take: async () => stage.clock.advance(5000), tryTake: () => 0 },
    });
    const timed = await waiting.availability(fullCheck);
    assert.deepEqual([timed.tookMilliseconds, timed.sentAt.even], [300, 5000]);
  });

  it("counts every call by its purpose: a purchase at once, other calls when it is their turn", async () => {
    const counted: string[] = [];
    const counting = stage.connect({
      budget: {
        take: async (purpose) => void counted.push(`${purpose} after ${stage.sandbox.requests.length}`),
        tryTake: (purpose) => {
          counted.push(`${purpose} at once after ${stage.sandbox.requests.length}`);
          return 0;
        },
      },
    });
    await counting.availability({ ...fullCheck, purpose: "confirmation" });
    await counting.ownership(domain, never);
    await counting.terms(domain, never);
    await counting.purchase(request, never, anyTime);
    await counting.keyed.replay(request, never);
    stage.clock.advance(10_000);
    await counting.validate(wish, never);
    assert.deepEqual(counted, [
      ...["confirmation after 0", "other after 1", "other after 2", "purchase at once after 3"],
      ...["other after 4", "other after 5"],
    ]);
  });

  it("rejects a body that is not an availability", async () => {
    for (const [reply, words] of [
      [success({ response: { ...available, avail: true } }), "JSON that is not an availability response"],
      [success({ response: available, domain: "other.org" }), "a response about another domain"],
      [json({ response: available }), "200 with JSON whose status is neither SUCCESS nor ERROR"],
      [{ status: 200, body: "<html>" }, "200 with incomplete or invalid JSON"],
      [{ status: 200, body: `{"x":"${"x".repeat(2_000_000)}"}` }, "more than 1048576 bytes"],
      [{ status: 202, body: "{}" }, "202 instead of 200"],
    ] as const) {
      stage.instead(reply);
      await assert.rejects(stage.check(), {
        message: `registrar: POST ${stage.sandbox.base.href}/domain/checkDomain/${domain} returned ${words}.`,
      });
    }
  });

  it("reads whether a top-level domain is sold", async () => {
    assert.deepEqual(await stage.registrar.terms(domain, never), { kind: "sold", years: 1 });
    const [sent] = stage.sandbox.requests;
    assert.equal(sent?.target, "/api/json/v3/domain/getRegistrationRequirements/org");
    const onWebsite = await stage.registrar.terms("example.us", never);
    assert.ok(onWebsite.kind === "notSold");
    assert.match(
      onWebsite.message,
      /does not sell \.us names through its API\. Register it through the website\./,
    );
    const unknown = await stage.registrar.terms("example.co.zz", never);
    assert.ok(unknown.kind === "notSold");
    assert.match(unknown.message, /\/co\.zz returned 400 Bad Request \(INVALID_TLD: Unsupported TLD\)/);
  });

  it("throws if it cannot know whether a top-level domain is sold", async () => {
    for (const reply of [
      ...[porkbunError(400, "INVALID_API_KEYS_001", "No."), porkbunError(200, "INVALID_USER", "No.")],
      ...[
        porkbunError(403, "OTHER", "No."),
        success({ tld: "org" }),
        success({ tld: "com", apiRegisterable: true }),
      ],
    ]) {
      stage.instead(reply);
      await assert.rejects(stage.registrar.terms(domain, never), /^Error: registrar: GET /);
    }
  });

  it('reads whether the account holds a domain, which a "no" does not disprove', async () => {
    const record = (status: unknown, named = domain) => success({ domain: { domain: named, status } });
    const cases: [Reply, string][] = [
      [record("ACTIVE"), "owned"],
      [record("PENDING"), "listed"],
      [record(undefined), "listed"],
      [record("ACTIVE", "other.org"), "unprovable"],
      [success({ domain, status: "ACTIVE" }), "unprovable"],
      [porkbunError(404, "DOMAIN_NOT_FOUND", "No."), "notOwned"],
      [porkbunError(400, "DOMAIN_NOT_FOUND", "No."), "notOwned"],
      [porkbunError(200, "DOMAIN_NOT_FOUND", "No."), "notOwned"],
      [{ status: 404 }, "notOwned"],
      [porkbunError(400, "INVALID_DOMAIN", "No."), "unprovable"],
      [porkbunError(200, "INVALID_DOMAIN", "No."), "unprovable"],
      [porkbunError(403, "DOMAIN_NOT_ALLOWED", "No."), "unprovable"],
      [{ status: 500 }, "unprovable"],
    ];
    for (const [reply, kind] of cases) {
      stage.instead(reply);
      assert.equal((await stage.registrar.ownership(domain, never)).kind, kind, JSON.stringify(reply));
    }
    for (const reply of [{ status: 401 }, porkbunError(400, "INVALID_API_KEYS_001", "No.")]) {
      stage.instead(reply);
      await assert.rejects(stage.registrar.ownership(domain, never), /are not valid/);
    }
  });

  it("knows keys of the sandbox, which buy on an account of their own", async () => {
    assert.deepEqual(
      [isSandboxKey("pk1_sb_x"), isSandboxKey("pk1_x"), isSandboxKey("")],
      [true, false, false],
    );
    const inSandbox = stage.connect({ credential: { kind: "keyAndSecret", ...porkbunKeys.test } });
    assert.equal((await inSandbox.purchase(request, never, anyTime)).kind, "bought");
    assert.equal((await inSandbox.ownership(domain, never)).kind, "owned");
    assert.equal((await stage.connect().ownership(domain, never)).kind, "notOwned");
    assert.deepEqual(
      stage.sandbox.charges.map(({ environment }) => environment),
      ["test"],
    );
  });

  it("asks for a credential if it has none", async () => {
    const anonymous = stage.connect({ credential: { kind: "none" } });
    await assert.rejects(
      anonymous.ownership(domain, never),
      /\(API_KEY_REQUIRED: No API key was provided\)\. Provide a credential: set KEY in the environment\.$/,
    );
  });

  it("shows its secret in no error, even if the service repeats it", async () => {
    const { secret } = porkbunKeys.production;
    for (const reply of [
      ...[200, 400, 500].map((status) => porkbunError(status, secret, `Bad secret ${secret}`)),
      success({ tld: "org", apiRegisterable: false, notApiRegisterableReason: secret }),
      success({ dryRun: true, wouldSucceed: false, message: secret, response: available }),
    ]) {
      stage.instead(reply);
      const { registrar } = stage;
      for (const call of [
        () => stage.check(),
        () => registrar.terms(domain, never),
        () => registrar.ownership(domain, never),
        () => registrar.validate(wish, never),
        () => stage.buy(),
        () => registrar.keyed.replay(request, never),
      ]) {
        const said = await call().catch(({ message }: Error) => message);
        assert.ok(!JSON.stringify(said).includes(secret), JSON.stringify(said));
      }
    }
  });

  it("rejects every call with the signal's reason when it is aborted", async () => {
    const calls: ((signal: AbortSignal) => Promise<unknown>)[] = [
      (signal) => stage.registrar.availability({ ...fullCheck, signal }),
      (signal) => stage.registrar.terms(domain, signal),
      (signal) => stage.registrar.validate(wish, signal),
      (signal) => stage.registrar.purchase(request, signal, anyTime),
      (signal) => stage.registrar.keyed.replay(request, signal),
      (signal) => stage.registrar.ownership(domain, signal),
    ];
    stage.instead({ ending: "hang" });
    for (const call of calls) {
      const cancellation = new AbortController();
      const asked = stage.sandbox.requests.length;
      const calling = assert.rejects(call(cancellation.signal), { message: "cancelled" });
      while (stage.sandbox.requests.length === asked) await new Promise(setImmediate);
      cancellation.abort(new Error("cancelled"));
      await calling;
    }
  });

  it("tells what the account can spend, and only what it understands", async () => {
    await stage.restart({ balance: 4200, spendLimit: 10_000 });
    await stage.buy();
    assert.deepEqual(await stage.registrar.funds(never), { credit: 4200 - 1108, limit: 10_000 - 1108 });
    stage.instead(success({ balance: "4200", spendLimit: null }));
    assert.deepEqual(await stage.registrar.funds(never), { credit: undefined, limit: undefined });
  });

  it("tells the rest if one of them cannot be read, and lets no pause for it hold up a check", async () => {
    await stage.restart({ balance: 4200 });
    stage.sandbox.faults.push({
      when: ({ path }) => path.endsWith("/apiSettings"),
      reply: { status: 429, headers: { "retry-after": "7200" } },
    });
    assert.deepEqual(await stage.registrar.funds(never), { credit: 4200, limit: undefined });
    assert.equal(stage.registrar.pauseSeconds(), 0);
    assert.equal(stage.sandbox.requests.length, 2, "neither is asked for again");
  });

  it("reads the text of its purchases, and no other", () => {
    const { parse } = stage.registrar.keyed;
    const nothing = { domain: undefined, period: undefined, agreements: [], fees: [] };
    assert.deepEqual(parse(request.body), { ...nothing, price: 1108 });
    for (const other of [
      ...["", "{", "[]", '{"cost":1108}', '{"cost":1108.5,"agreeToTerms":"yes"}'],
      ...['{"cost":0,"agreeToTerms":"yes"}', '{"cost":1108,"agreeToTerms":"yes","years":10}'],
    ])
      assert.equal(parse(other), undefined, other);
  });
});
