import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "fflate";
import { type ExtensionManifest, readJson, releasedTask } from "../../build/package";
import { tasks } from "../pages";
import { root } from "../root";
import { vsixFiles, vsixPath } from "../sandbox/agent";

const { version } = readJson<{ version: string }>(root, "package.json");

/** The files of a packaged task, apart from its schemas and examples. */
const taskFiles = ["NOTICE", "icon.png", "index.js", "report.html", "task.json"];

describe("packaged extension", () => {
  it("is named by publisher, id and version, and holds what runs and what the marketplace shows, nothing else", () => {
    const { publisher, id } = readJson<ExtensionManifest>(root, "vss-extension.json");
    assert.match(vsixPath(), new RegExp(`${publisher}\\.${id}-${version.replaceAll(".", "\\.")}\\.vsix$`));
    const content = Object.keys(vsixFiles()).filter((path) => !path.endsWith("/"));
    const expected = [
      "CHANGELOG.md",
      "LICENSE",
      "NOTICE",
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension.vsomanifest",
      "images/chat-discord.png",
      "images/chat-googleChat.png",
      "images/chat-mattermost.png",
      "images/chat-teams.png",
      "images/extension-icon.png",
      "images/monitor-chat.png",
      "images/monitor-hub.png",
      "images/monitor-tab.png",
      "images/register-tab.png",
      "images/registrar-icon.png",
      "images/webhook-icon.png",
      "images/widget-icon.png",
      "overview.md",
      "sbom.cdx.json",
      "tab/hub.html",
      "tab/index.html",
      "tab/widget.html",
      ...tasks.flatMap((task) => taskFiles.map((file) => `tasks/${task}/${file}`)),
      "tasks/DomainRegister/account-request.example.json",
      "tasks/DomainRegister/account-request.schema.json",
      "tasks/DomainRegister/request.example.json",
      "tasks/DomainRegister/request.schema.json",
      "tasks/PipelineMonitor/config.schema.json",
    ];
    assert.deepEqual(content.sort(), expected.sort());
  });

  it("holds each task with its released manifest", () => {
    for (const task of tasks)
      assert.deepEqual(readJson(root, "dist", "tasks", task, "task.json"), releasedTask(root, task, version));
  });

  it("is at most 800 KB to download, without its pictures", () => {
    const pictures = Object.entries(vsixFiles()).filter(([path]) => path.endsWith(".png"));
    const pictureBytes = pictures.reduce((sum, [, content]) => sum + deflateSync(content).length, 0);
    const bytes = statSync(vsixPath()).size - pictureBytes;
    assert.ok(bytes <= 800_000, `${bytes} bytes`);
  });

  it("holds no absolute path of the machine that built it, and the same tasks and tab as dist/", () => {
    for (const [path, content] of Object.entries(vsixFiles())) {
      const text = Buffer.from(content).toString("latin1");
      assert.ok(!text.includes(root), path);
      if (/^(tasks|tab)\//.test(path) && !path.endsWith("/"))
        assert.ok(readFileSync(join(root, "dist", path)).equals(content), path);
    }
  });
});
