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
  links: [{ label: "Run", href: sanitize("https://h/1") }],
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
  const service: PagingService = {
    ...real,
    open: (...of) => local(real.open(...of)),
    close: (...of) => local(real.close(...of)),
  };
  const pager = createPager(
    service,
    account,
    () => noNetworkSettings,
    testClock({ passes: (milliseconds) => milliseconds < 29_000 }),
  );
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

    it(`of the kind ${kind} is asked once what it refuses, and no error shows the key`, async () => {
      for (const status of [400, 401, 404])
        await withPager(kind, [{ status, body: account.key }], async (pager, { requests }) => {
          await assert.rejects(pager.open(alert, signal), (error) => {
            assert.match(String(error), new RegExp(`returned ${status}`));
            assert.doesNotMatch(String(error), /\/v2\/|source-1/);
            return true;
          });
          assert.equal(requests.length, 1);
        });
    });

    it(`of the kind ${kind} has not confirmed an alert with another status than 202`, async () => {
      for (const status of [200, 204])
        await withPager(kind, [{ ...fine, status }], async (pager) => {
          await assert.rejects(pager.open(alert, signal), /instead of 202/);
        });
    });
  }

  it("that refuses the key says where it is set, and what else names the account", async () => {
    const also = { pagerduty: ", and paging.region", jsm: "", incidentio: ", and paging.source" };
    for (const kind of pagingKinds)
      await withPager(kind, [{ status: 401 }], async (pager) => {
        const advice = `Check the integration key in PAGER_KEY${also[kind]}.`;
        await assert.rejects(pager.close("k", signal), ({ message }: Error) => message.endsWith(advice));
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

  it("is in the region of the account", () => {
    const hostIn = (region: "us" | "eu") =>
      pagingServices.pagerduty.close("k", { ...account, region }).url.host;
    assert.deepEqual([hostIn("us"), hostIn("eu")], ["events.pagerduty.com", "events.eu.pagerduty.com"]);
  });
});
