import assert from "node:assert/strict";
import { atPublicAddress, chatPage, logPage, runPage } from "./pages";

describe("pages that are photographed", () => {
  const run = { pipeline: "night <watch>", number: "20261120.4" };

  it("tell the services by the addresses of real life, and no port of this machine", () => {
    const service = new URL("http://127.0.0.1:4711/production");
    assert.equal(
      atPublicAddress(
        "register at http://127.0.0.1:4711/production, 127.0.0.1:4711 (production)",
        service,
        new URL("https://api.example.com/"),
      ),
      "register at https://api.example.com/, api.example.com (production)",
    );
  });

  it("show a log line by line, escaped, in the colour of its kind, with its addresses as links", () => {
    const html = logPage(run, "Task", ["##[warning]a <b>", "[log](https://host/1?a=1&b=2)", ""]);
    assert.ok(html.includes('<li><span class="warning">a &lt;b&gt;</span></li>'), html);
    assert.ok(
      html.includes('[log](<a>https://host/1?a=1&amp;b=2</a>)</span></li><li><span class=""> </span>'),
    );
    assert.ok(html.includes('<div class="good chosen">Task</div>'));
    assert.ok(html.includes("night &lt;watch&gt;"));
  });

  it("show the Markdown of a summary and of messages, one line below another", () => {
    assert.match(runPage(run, "Title", "| a |\n| --- |\n| b |\n"), /<h2>Title<\/h2><table>/);
    const html = chatPage(Buffer.from("png"), "operations", [
      { time: "03:19", text: "**Issues**\ndb\\_backup <i>" },
    ]);
    assert.match(html, /<time>03:19<\/time><\/h3><p><strong>Issues<\/strong><br>\ndb_backup &lt;i&gt;<\/p>/);
    assert.match(html, /<div class="chosen"># operations<\/div>/);
  });
});
