import assert from "node:assert/strict";
import { atPublicAddress, connectionForms, hubFrame, phones, slackChannel, tabFrame } from "./pages";

describe("pages of the pictures", () => {
  it("name the services by their public URLs, without a port of this machine", () => {
    assert.equal(
      atPublicAddress(
        "register at http://127.0.0.1:4711/production, 127.0.0.1:4711 (production)",
        new URL("http://127.0.0.1:4711/production"),
        new URL("https://api.example.com/"),
      ),
      "register at https://api.example.com/, api.example.com (production)",
    );
  });

  it("show a tab on a run's page, both escaped", () => {
    const html = tabFrame({ pipeline: "night <watch>", number: "4" }, `<p class="tab">`, 1.2);
    assert.match(html, /#4 · night &lt;watch&gt;<\/h1>/);
    assert.match(html, /<iframe style="zoom: 1.2" srcdoc="&lt;p class=&quot;tab&quot;&gt;">/);
  });

  it("show messages of a product, each as wide as on a phone", async () => {
    const body = (title: string) => JSON.stringify({ attachments: [{ title, text: "x", color: "#fff" }] });
    const html = await phones("mattermost", ["🔴 a", "🟢 b"].map(body));
    assert.deepEqual(
      [...html.matchAll(/<section>.*?<h3>.*?<\/span> (.)<\/h3>/gs)].map(([, name]) => name),
      ["a", "b"],
    );
  });

  it("show the form of a service connection: its choice, the secrets of its first scheme, and its name", () => {
    const secret = { id: "key", name: "Key & more", isConfidential: true };
    const possibleValues = ["one", "two"].map((value) => ({ value, displayValue: `The ${value}` }));
    const choice = {
      id: "of",
      name: "Of",
      isConfidential: false,
      values: { defaultValue: "two", possibleValues },
    };
    const type = {
      ...{
        name: "own",
        displayName: "Own: type",
        icon: "",
        helpMarkDown: "",
        url: { value: "", isVisible: "" },
      },
      inputDescriptors: [choice],
      authenticationSchemes: [{ type: "basic", inputDescriptors: [secret] }],
    };
    const connection = { type, name: "mine", isForAllPipelines: false, button: "Save" };
    const fields = [...connectionForms([connection]).matchAll(/<label>(.*?)<span class="(.*?)">(.*?)</g)];
    assert.deepEqual(
      fields.map(([, label, kind, value]) => [label, kind, value]),
      [
        ["Of", "choice", "The two"],
        ["Key &amp; more", "", "•".repeat(24)],
        ["Service connection name", "", "mine"],
        ["Description (optional)", "", ""],
      ],
    );
  });

  it("show the hub in a project's menu, both escaped", () => {
    const html = hubFrame("Night <Shift>", `<p class="hub">`, 1);
    assert.match(html, /<h1>Night &lt;Shift&gt;<\/h1>.*<b>Pipeline Keeper<\/b>/s);
    assert.match(html, /srcdoc="&lt;p class=&quot;hub&quot;&gt;"/);
  });

  it("show a card of Slack's under the app's name, its emoji as dots", async () => {
    const header = { type: "header", text: { type: "plain_text", text: "🔴 db_backup failed" } };
    const html = await slackChannel(Buffer.from("png"), "3:19 AM", JSON.stringify({ blocks: [header] }));
    assert.match(html, /Pipeline Monitor<small>APP<\/small><time>3:19 AM<\/time>/);
    assert.match(html, /<h3><span class="dot" [^>]*>🔴<\/span> db_backup failed<\/h3>/);
  });
});
