import assert from "node:assert/strict";
import type { Fault } from "../../sandbox/loopback";
import { badNight, quietWeek } from "../example-nights";
import { nightNow } from "../night-world";
import { passUntil } from "./host-stage";
import { describeHub, isList } from "./hub-stage";
import { findViolations } from "./page-checks";

const isJournal: Fault["when"] = ({ method, path }) => method === "GET" && /\.journal\//.test(path);
const isReport: Fault["when"] = ({ method, path }) => method === "GET" && /\.report\//.test(path);

describeHub("the hub, when something fails", ({ host, fail, holdBack, open, openUrl, errors }) => {
  it("has words for runs that it may not read, which break no rule of accessibility, and tries again", async () => {
    fail(isList, { status: 403 });
    const { page, hub, heading } = await open(quietWeek, {}, { theme: "dark" });
    assert.equal(await heading.textContent(), "The runs could not be read");
    const text = /returned 403.*authorize the extension again: it needs the scope Build \(read\)/;
    assert.match(await hub.getByRole("alert").innerText(), text);
    assert.deepEqual(await findViolations(page), []);
    host().faults.splice(0);
    await hub.getByRole("button", { name: "Try again" }).press("Enter");
    await hub.locator("article").waitFor();
    assert.equal(await heading.textContent(), "Nothing is wrong now");
  });

  it("does not say that all is well if the journal or the report cannot be read, and shows the rest", async () => {
    fail(isJournal, { body: "{}" });
    const { hub, heading } = await open(badNight);
    assert.match((await heading.textContent()) ?? "", /^3 problems: invoices/);
    const notes = hub.getByRole("list", { name: "Notes" });
    assert.match(await notes.innerText(), /night watch: The journal cannot be read/);
    assert.equal(await hub.locator(".row-name b").first().innerText(), "invoices");
    host().faults.splice(0);
    fail(isReport, { status: 500 });
    await hub.getByRole("button", { name: "Refresh" }).press("Enter");
    const unread = /The report of night watch .* could not be read: The service returned 500/;
    await notes.getByText(unread).waitFor();
    // What the list of runs shows is all that is known.
    assert.match((await heading.textContent()) ?? "", /^\d problems: invoices failing since/);
  });

  it("keeps what it shows if it cannot be read again", async () => {
    const { hub, heading } = await open(badNight);
    fail(isList, { status: 503 });
    await hub.getByRole("button", { name: "Refresh" }).press("Enter");
    const alert = await hub.getByRole("alert").innerText();
    assert.match(alert, /The runs could not be read: The service returned 503/);
    assert.match((await heading.textContent()) ?? "", /^3 problems/);
  });

  it("says that a service is slow, and waits", async () => {
    host().runs.push(...quietWeek());
    const { arrived, release } = holdBack(isList);
    const page = await openUrl("about:blank");
    await page.clock.install({ time: nightNow * 1000 });
    await page.goto(host().url());
    await arrived;
    const hub = page.frameLocator("iframe");
    await passUntil(page, 6000, hub.getByText("Azure DevOps is slow to answer."));
    assert.equal(await hub.getByRole("status").innerText(), "Azure DevOps is slow to answer. Still reading…");
    release();
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
