import assert from "node:assert/strict";
import type { Fault, Reply } from "../../sandbox/loopback";
import { badNight, quietWeek } from "../example-nights";
import { describeHub } from "./hub-stage";
import { passUntil } from "./pass-time";

const allowed = { headers: { "access-control-allow-origin": "*" } };
const isList: Fault["when"] = ({ method, path }) => method === "GET" && path.endsWith("/builds");
const isJournal: Fault["when"] = ({ method, path }) => method === "GET" && /\.journal\//.test(path);
const isReport: Fault["when"] = ({ method, path }) => method === "GET" && /\.report\//.test(path);

describeHub("the hub, when something fails", ({ host, open, openUrl, errors }) => {
  const failures: [title: string, reply: Reply, text: RegExp][] = [
    [
      "no permission",
      { status: 403 },
      /returned 403.*authorize the extension again: it needs the scope Build \(read\)/,
    ],
    ["a project that is gone", { status: 404 }, /did not find the project, or you may not see its runs/],
    ["a service that fails", { status: 500 }, /returned 500 for the list of runs that monitor/],
  ];
  for (const [title, reply, text] of failures)
    it(`has words for ${title}, and tries again`, async () => {
      host().faults.push({ when: isList, reply: { ...allowed, ...reply } });
      const { hub, heading } = await open(quietWeek);
      assert.equal(await heading.textContent(), "The runs could not be read");
      assert.match(await hub.getByRole("alert").innerText(), text);
      host().faults.splice(0);
      await hub.getByRole("button", { name: "Try again" }).press("Enter");
      await hub.locator("article").waitFor();
      assert.equal(await heading.textContent(), "Nothing is wrong now");
    });

  it("does not say that all is well if the journal or the report cannot be read, and shows the rest", async () => {
    host().faults.push({ when: isJournal, reply: { ...allowed, body: "{}" } });
    const { hub, heading } = await open(badNight);
    assert.match((await heading.textContent()) ?? "", /^3 problems: invoices/);
    assert.match(
      await hub.getByRole("list", { name: "Notes" }).innerText(),
      /night watch: The journal cannot be read/,
    );
    assert.equal(await hub.locator(".row-name b").first().innerText(), "invoices");
    host().faults.splice(0);
    host().faults.push({ when: isReport, reply: { ...allowed, status: 500 } });
    await hub.getByRole("button", { name: "Refresh" }).press("Enter");
    const unread = /The report of night watch .* could not be read: The service returned 500/;
    await hub.getByRole("list", { name: "Notes" }).getByText(unread).waitFor();
    // What the list of runs shows is all that is known.
    assert.match((await heading.textContent()) ?? "", /^\d problems: \S+ failing since/);
  });

  it("keeps what it shows if it cannot be read again", async () => {
    const { hub, heading } = await open(badNight);
    host().faults.push({ when: isList, reply: { ...allowed, status: 503 } });
    await hub.getByRole("button", { name: "Refresh" }).press("Enter");
    assert.match(
      await hub.getByRole("alert").innerText(),
      /The runs could not be read: The service returned 503/,
    );
    assert.match((await heading.textContent()) ?? "", /^3 problems/);
  });

  it("says that a service is slow, and waits", async () => {
    const { runs, now } = quietWeek();
    host().runs.push(...runs);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      const reply: Fault["reply"] = (_, healthy) => {
        resolve();
        const { body, ...rest } = healthy();
        return { ...rest, body: afterwards(held, String(body)) };
      };
      host().faults.push({ when: isList, reply, times: 1 });
    });
    const page = await openUrl("about:blank");
    await page.clock.install({ time: now * 1000 });
    await page.goto(host().url());
    await arrived;
    const hub = page.frameLocator("iframe");
    await passUntil(page, 6000, hub.getByText("Azure DevOps is slow to answer."));
    assert.equal(await hub.getByRole("status").innerText(), "Azure DevOps is slow to answer. Still reading…");
    answer();
    await hub.locator("article").waitFor();
  });

  it("tells the page when it cannot start", async () => {
    const page = await openUrl(host().url({}, { isBroken: true }));
    const hub = page.frameLocator("iframe");
    await hub.getByText("The page could not start").waitFor();
    assert.match(await hub.getByRole("alert").innerText(), /does not name its project/);
    assert.deepEqual(errors, []);
  });
});

async function* afterwards(held: Promise<void>, text: string) {
  await held;
  yield Buffer.from(text);
}
