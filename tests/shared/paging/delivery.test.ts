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
  const [open, close]: [PagingService["open"], PagingService["close"]] = [
    (...of) => local(real.open(...of)),
    (...of) => local(real.close(...of)),
  ];
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
      [
        "Length of 'routing_key' is incorrect (should be 32 characters)",
        " Check the integration key in PAGER_KEY, and paging.region.",
      ],
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

  it("gets a title within its limit", () => {
    const long = { ...alert, title: sanitize("x".repeat(5000)) };
    const [pagerDuty, jsm] = [pagingServices.pagerduty, pagingServices.jsm].map((service) =>
      JSON.stringify(service.open(long, account).body),
    );
    assert.ok(/"summary":"(x+…?)"/.exec(pagerDuty ?? "")?.[1]?.length === 1024);
    assert.ok(/"message":"(x+…?)"/.exec(jsm ?? "")?.[1]?.length === 130);
  });

  const { key, title, source, details } = alert;
  const event = { routing_key: account.key, dedup_key: key };
  const payload = { summary: title, source, severity: "critical", custom_details: details };
  const alerts = "https://api.atlassian.com/jsm/ops/integration/v2/alerts";
  const firing = { title, status: "firing", deduplication_key: key, source_url: "https://h/1" };
  const requests = {
    pagerduty: {
      headers: {},
      openAt: "https://events.eu.pagerduty.com/v2/enqueue",
      open: {
        ...{ ...event, event_action: "trigger" },
        payload: { ...payload, timestamp: "1970-01-01T00:00:00.000Z" },
        links: [
          { href: "https://h/1", text: "Run" },
          { href: "https://h/2", text: "Log" },
        ],
      },
      closeAt: "https://events.eu.pagerduty.com/v2/enqueue",
      close: { ...event, event_action: "resolve" },
    },
    jsm: {
      headers: { authorization: "GenieKey canary-key" },
      openAt: alerts,
      open: {
        ...{ message: title, alias: key, priority: "P1", source, details },
        description: "invoices failed\nRun: https://h/1\nLog: https://h/2",
      },
      closeAt: `${alerts}/${key}/close?identifierType=alias`,
      close: {},
    },
    incidentio: {
      headers: { authorization: "Bearer canary-key" },
      openAt: "https://api.incident.io/v2/alert_events/http/source-1",
      open: {
        ...firing,
        description: "pipeline: invoices\nRun: https://h/1\nLog: https://h/2",
        metadata: { ...details, severity: "high", source },
      },
      closeAt: "https://api.incident.io/v2/alert_events/http/source-1",
      close: { title: "The problem is over.", status: "resolved", deduplication_key: key },
    },
  };
  it("is asked as its documentation says", () => {
    for (const kind of pagingKinds) {
      const { headers, openAt, open, closeAt, close } = requests[kind];
      const european = { ...account, region: "eu" } as const;
      assert.deepEqual(
        [pagingServices[kind].open(alert, european), pagingServices[kind].close(key, european)],
        [
          { url: new URL(openAt), headers, body: open },
          { url: new URL(closeAt), headers, body: close },
        ],
      );
    }
    assert.equal(pagingServices.pagerduty.close(key, account).url.host, "events.pagerduty.com");
  });
});
