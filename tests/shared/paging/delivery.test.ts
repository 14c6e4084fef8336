import assert from "node:assert/strict";
import { createPager } from "../../../shared/paging/delivery";
import type { Alert, PagingRequest, PagingService } from "../../../shared/paging/service";
import { type PagingKind, pagingKinds, pagingServices } from "../../../shared/paging/services";
import { noNetworkSettings } from "../../memory-agent";
import { json, type LoopbackServer, type Reply, startServer } from "../../sandbox/loopback";
import { sanitize } from "../../sanitize";
import { testClock } from "../../test-clock";

const account = { key: "canary-key", setIn: "PAGER_KEY", region: "us", source: "source-1" } as const;
const alert: Alert = {
  ...{ key: "0123456789abcdef", title: sanitize("invoices failed"), severity: "high", at: 0 },
  source: sanitize("Night Shift"),
  details: { pipeline: sanitize("invoices") },
  links: [
    { label: "Run", href: sanitize("https://h/1") },
    { label: "Log", href: sanitize("https://h/2") },
  ],
};
const confirmed = { status: "success", requestId: "1" };

/** A paging service of each kind that is on loopback, and replies in turn; the last reply stays. */
async function withPager<T>(
  kind: PagingKind,
  replies: readonly Reply[],
  act: (pager: ReturnType<typeof createPager>, server: LoopbackServer) => Promise<T>,
): Promise<T> {
  let asked = 0;
  const server = await startServer(() => replies[Math.min(asked++, replies.length - 1)] ?? {});
  const real: PagingService = pagingServices[kind];
  const local = ({ url, ...request }: PagingRequest) => ({
    ...request,
    url: new URL(`${url.pathname}${url.search}`, server.address),
  });
  const open: PagingService["open"] = (...of) => local(real.open(...of));
  const close: PagingService["close"] = (...of) => local(real.close(...of));
  const clock = testClock({ passes: (milliseconds) => milliseconds < 29_000 });
  const pager = createPager({ ...real, open, close }, account, () => noNetworkSettings, clock);
  try {
    return await act(pager, server);
  } finally {
    pager.dispose();
    await server.close();
  }
}

const { signal } = new AbortController();
const fine = { ...json(confirmed), status: 202 };

describe("a paging service", () => {
  for (const kind of pagingKinds) {
    it(`of the kind ${kind} is asked again after what may pass, because alerts are joined by their key`, async () => {
      for (const passing of [{ status: 429 }, { status: 503 }, { ending: "reset" as const }])
        await withPager(kind, [passing, fine], async (pager, { requests }) => {
          await pager.open(alert, signal);
          await pager.close(alert.key, signal);
          assert.equal(requests.length, 3);
          assert.equal(requests[0]?.body, requests[1]?.body);
        });
    });

    it(`of the kind ${kind} is asked once what it refuses, and the error says what names the account`, async () => {
      const also = { pagerduty: ", and paging.region", jsm: "", incidentio: ", and paging.source" }[kind];
      const advice = ` Check the integration key in PAGER_KEY${also}.`;
      const refusals = { "400 Bad Request": "", "401 Unauthorized": advice, "404 Not Found": advice };
      for (const [status, words] of Object.entries(refusals))
        await withPager(
          kind,
          [{ status: Number.parseInt(status, 10) }],
          async (pager, { requests, address }) => {
            const asked = `${pagingServices[kind].product}: POST ${address.origin}`;
            const message = `${asked} returned ${status}.${words}`;
            await assert.rejects(pager.open(alert, signal), { message });
            assert.equal(requests.length, 1);
          },
        );
    });

    it(`of the kind ${kind} has not confirmed an alert with another status than 202`, async () => {
      for (const status of [200, 204])
        await withPager(kind, [{ ...fine, status }], async (pager) => {
          await assert.rejects(pager.open(alert, signal), /instead of 202/);
        });
    });
  }

  it("of the kind pagerduty says that its key is wrong with 400, and what to check", async () => {
    const refusing = (error: string) => ({
      ...json({ status: "invalid event", message: "Event object is invalid", errors: [error] }),
      status: 400,
    });
    for (const [error, advice] of [
      ["Invalid routing key", " Check the integration key in PAGER_KEY, and paging.region."],
      ["Length of 'routing_key' is incorrect", " Check the integration key in PAGER_KEY, and paging.region."],
      ["'payload.severity' is invalid", ""],
    ] as const)
      await withPager("pagerduty", [refusing(error)], async (pager, { requests, address }) => {
        const reason = `Event object is invalid; ${error}`;
        const message = `PagerDuty: POST ${address.origin} returned 400 Bad Request (${reason}).${advice}`;
        await assert.rejects(pager.open(alert, signal), { message });
        assert.equal(requests.length, 1);
      });
  });

  it("that cannot be reached is no matter of the key", async () => {
    await withPager("jsm", [], async (pager, server) => {
      await server.close();
      const advice = /\. Check that this machine can reach Jira Service Management \(proxy, firewall\)\.$/;
      await assert.rejects(pager.open(alert, signal), advice);
    });
  });

  it("has not confirmed an alert with a 202 that says something else", async () => {
    for (const kind of ["pagerduty", "jsm"] as const)
      for (const body of ["", "<html>", '{"status":"invalid"}'])
        await withPager(kind, [{ status: 202, body }], async (pager) => {
          await assert.rejects(pager.open(alert, signal), /no confirmation/);
        });
  });

  const opened = (kind: PagingKind, changes: Partial<Alert>) =>
    JSON.stringify(pagingServices[kind].open({ ...alert, ...changes }, account).body);

  it("gets a title within its limit", () => {
    const title = sanitize("x".repeat(5000));
    assert.match(opened("pagerduty", { title }), /"summary":"x{1023}…"/);
    assert.match(opened("jsm", { title }), /"message":"x{77}…x{52}"/);
  });

  it("gets the severity in its own words", () => {
    for (const [severity, pagerDuty, priority] of [
      ["high", "critical", "P1"],
      ["normal", "error", "P3"],
      ["info", "info", "P5"],
    ] as const) {
      assert.match(opened("pagerduty", { severity }), new RegExp(`"severity":"${pagerDuty}"`));
      assert.match(opened("jsm", { severity }), new RegExp(`"priority":"${priority}"`));
      assert.match(opened("incidentio", { severity }), new RegExp(`"severity":"${severity}"`));
    }
  });

  const { key, title, source, details } = alert;
  const enqueue = new URL("https://events.eu.pagerduty.com/v2/enqueue");
  const event = { routing_key: account.key, dedup_key: key };
  const summary = { summary: title, source, severity: "critical", custom_details: details };
  const payload = { ...summary, timestamp: "1970-01-01T00:00:00.000Z" };
  const alerts = "https://api.atlassian.com/jsm/ops/integration/v2/alerts";
  const genie = { authorization: "GenieKey canary-key" };
  const bearer = { authorization: "Bearer canary-key" };
  const alertEvents = new URL("https://api.incident.io/v2/alert_events/http/source-1");
  const urls = "Run: https://h/1\nLog: https://h/2";
  const links = alert.links.map(({ href, label }) => ({ href, text: label }));
  const firing = { title, status: "firing", deduplication_key: key, source_url: "https://h/1" };
  const resolved = { title: "The problem is over.", status: "resolved", deduplication_key: key };
  const metadata = { ...details, severity: "high", source };
  const message = { message: title, alias: key, priority: "P1", source, details };
  const requests: Record<PagingKind, [open: PagingRequest, close: PagingRequest]> = {
    pagerduty: [
      { url: enqueue, headers: {}, body: { ...event, event_action: "trigger", payload, links } },
      { url: enqueue, headers: {}, body: { ...event, event_action: "resolve" } },
    ],
    jsm: [
      { url: new URL(alerts), headers: genie, body: { ...message, description: `invoices failed\n${urls}` } },
      { url: new URL(`${alerts}/${key}/close?identifierType=alias`), headers: genie, body: {} },
    ],
    incidentio: [
      {
        ...{ url: alertEvents, headers: bearer },
        body: { ...firing, description: `pipeline: invoices\n${urls}`, metadata },
      },
      { url: alertEvents, headers: bearer, body: resolved },
    ],
  };
  for (const kind of pagingKinds)
    it(`of the kind ${kind} is asked as its documentation says`, () => {
      const european = { ...account, region: "eu" } as const;
      const { open, close } = pagingServices[kind];
      assert.deepEqual([open(alert, european), close(key, european)], requests[kind]);
    });

  it("of the kind incidentio names its source in one segment of the URL, whatever that is", () => {
    const { href } = pagingServices.incidentio.close(key, { ...account, source: "../a?b" }).url;
    assert.equal(href, "https://api.incident.io/v2/alert_events/http/..%2Fa%3Fb");
  });

  it("of the kind pagerduty is asked in the United States by default", () =>
    assert.equal(pagingServices.pagerduty.close(key, account).url.host, "events.pagerduty.com"));
});
