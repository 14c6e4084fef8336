import markdownIt from "markdown-it";
import { style } from "./style";

/** Real output of the tasks as pages of HTML that are photographed. Whatever is shown is escaped. */

const markdown = markdownIt({ breaks: true });
const { escapeHtml } = markdown.utils;

/** A run of a pipeline, as its page names it. */
export interface Run {
  pipeline: string;
  number: string;
}

/** A message as a channel shows it. */
export interface ChatMessage {
  time: string;
  text: string;
}

/** A text of the sandbox's with its service on loopback told by the address that it has in real life. */
export function atPublicAddress(text: string, service: URL, address: URL): string {
  return text.replaceAll(service.href, address.href).replaceAll(service.host, address.host);
}

/** The page that shows the log of a step. */
export function logPage(run: Run, step: string, log: readonly string[]): string {
  const steps = ["Initialize job", "Checkout", step, "Finalize job"];
  const list = steps.map(
    (name) => `<div class="good${name === step ? " chosen" : ""}">${escapeHtml(name)}</div>`,
  );
  return page(`${crumbs(run)}
<main><nav><h2>Jobs in run #${escapeHtml(run.number)}</h2>${list.join("")}</nav>
<div class="console"><h1>${escapeHtml(step)}</h1><ol>${log.map(logLine).join("")}</ol></div></main>`);
}

function logLine(line: string): string {
  const [, kind = "", text = ""] = /^(?:##\[(\w+)\])?(.*)$/.exec(line) ?? [];
  const linked = escapeHtml(text).replace(/https:[^\s)]+/g, "<a>$&</a>");
  return `<li><span class="${kind}">${linked || " "}</span></li>`;
}

/** The page of a run, with the Markdown that a step has put there. */
export function runPage(run: Run, title: string, summary: string): string {
  return page(`${crumbs(run)}
<main><div class="page"><h1 class="good">#${escapeHtml(run.number)} · ${escapeHtml(run.pipeline)}</h1>
<div class="tabs"><span>Summary</span><b>Extensions</b></div>
<div class="card"><h2>${escapeHtml(title)}</h2>${markdown.render(summary)}</div></div></main>`);
}

/** The page of a run with the tab of the extension open. `tab` is the page of the tab. */
export function tabFrame(run: Run, tab: string): string {
  return page(`${crumbs(run)}
<main><div class="page tabbed"><h1 class="good">#${escapeHtml(run.number)} · ${escapeHtml(run.pipeline)}</h1>
<div class="tabs"><span>Summary</span><span>Extensions</span><b>Pipeline Keeper</b></div>
<iframe srcdoc="${escapeHtml(tab)}"></iframe></div></main>`);
}

/** Pictures in rows, each as wide as the page. */
export function picturesInRows(pictures: readonly Buffer[]): string {
  const rows = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString("base64")}">`);
  return `<!doctype html><style>body { margin: 0 } img { display: block; width: 100% }</style>${rows.join("")}\n`;
}

function crumbs({ pipeline, number }: Run): string {
  const [last, ...above] = [`#${number}`, pipeline, "Pipelines", "Night Shift", "contoso"];
  const path = above.reverse().map((name) => `<span>${escapeHtml(name)}</span> / `);
  return `<header><i>C</i>${path.join("")}<b>${escapeHtml(last ?? "")}</b></header>`;
}

/** The channel of a team chat, with messages as their bot posted them. */
export function chatPage(icon: Buffer, channel: string, messages: readonly ChatMessage[]): string {
  const channels = ["town-square", channel, "releases"].map(
    (name) => `<div${name === channel ? ' class="chosen"' : ""}># ${escapeHtml(name)}</div>`,
  );
  const image = `data:image/png;base64,${icon.toString("base64")}`;
  const shown = messages.map(
    ({ time, text }) => `<div class="message"><img src="${image}"><div>
<h3>Pipeline Monitor<small>BOT</small><time>${escapeHtml(time)}</time></h3>${markdown.render(text)}</div></div>`,
  );
  return page(`<main><nav class="team"><h2>Night Shift</h2>${channels.join("")}</nav>
<div class="chat"><header><b># ${escapeHtml(channel)}</b></header>
<div class="messages">${shown.join("")}</div><div class="field">Write to ${escapeHtml(channel)}</div></div></main>`);
}

function page(body: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><body>${body}</body>\n`;
}
