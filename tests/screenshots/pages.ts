import markdownIt from "markdown-it";
import type { ChatProduct } from "../sandbox/chat";
import { renderForProduct } from "../sandbox/chat-page";
import type { ConnectionType } from "../sandbox/connection-type";
import { style } from "./style";

/** Real output of the tasks as the pages that people see. */

const { escapeHtml } = markdownIt().utils;

/** A run of a pipeline, as its page names it. */
export interface Run {
  pipeline: string;
  number: string;
}

/** Replaces a service on loopback by the URL that it has in real life. */
export function atPublicAddress(text: string, service: URL, address: URL): string {
  const href = service.href.endsWith("/") ? address.href : address.href.replace(/\/$/, "");
  return text.replaceAll(service.href, href).replaceAll(service.host, address.host);
}

/** The page of a run with the extension's tab open. `tab` is the page in the tab, shown `zoom` times as large. */
export function tabFrame({ pipeline, number }: Run, tab: string, zoom: number): string {
  return page(`<h1><i></i>#${escapeHtml(number)} · ${escapeHtml(pipeline)}</h1>
<nav><span>Summary</span><span>Extensions</span><b>Pipeline Keeper</b></nav>
<iframe style="zoom: ${zoom}" srcdoc="${escapeHtml(tab)}"></iframe>`);
}

/** The hub in the menu of a project. `hub` is its page, shown `zoom` times as large. */
export function hubFrame(project: string, hub: string, zoom: number): string {
  return page(`<h1>${escapeHtml(project)}</h1>
<nav><span>Pipelines</span><span>Environments</span><span>Releases</span><span>Library</span><b>Pipeline Keeper</b></nav>
<iframe style="zoom: ${zoom}" srcdoc="${escapeHtml(hub)}"></iframe>`);
}

/** A field of a form: its label, what is in it, and whether it is a choice. */
type Field = readonly [label: string, value: string, isChoice?: boolean];

/** A service connection that is being made. */
interface NewConnection {
  type: ConnectionType;
  name: string;
  isForAllPipelines: boolean;
  button: string;
}

/** The platform's own names, in its documentation of authentication schemes. */
const schemeNames: Readonly<Record<string, string>> = {
  "ms.vss-endpoint.endpoint-auth-scheme-basic": "Basic Authentication",
  "ms.vss-endpoint.endpoint-auth-scheme-token": "Token Based Authentication",
};

/** The form of a service connection: the fields come from its type; the rest is the platform's for all types. */
function connectionForm({ type, name, isForAllPipelines, button }: NewConnection): string {
  const choices = (type.inputDescriptors ?? []).map(({ name: label, values }): Field => {
    const { defaultValue, possibleValues = [] } = values ?? {};
    const chosen = possibleValues.find(({ value }) => value === defaultValue);
    return [label, chosen?.displayValue ?? "", true];
  });
  const [shown, ...otherSchemes] = type.authenticationSchemes;
  const secrets = shown?.inputDescriptors ?? [];
  const methods =
    otherSchemes.length === 0
      ? ""
      : `<fieldset><legend>Authentication method</legend>${type.authenticationSchemes
          .map(
            (scheme) =>
              `<i class="round${scheme === shown ? " ticked" : ""}"></i>${escapeHtml(schemeNames[scheme.type] ?? scheme.type)}`,
          )
          .join("<br>")}</fieldset>`;
  const drawn = ([label, value, isChoice = false]: Field) =>
    `<label>${escapeHtml(label)}<span class="${isChoice ? "choice" : ""}">${escapeHtml(value)}</span></label>`;
  const fields: Field[] = [
    ...secrets.map(({ name: label }): Field => [label, "•".repeat(24)]),
    ["Service connection name", name],
    ["Description (optional)", ""],
  ];
  const tick = `<i class="${isForAllPipelines ? "ticked" : ""}"></i>`;
  return `<form><h2>New service connection</h2><p>${escapeHtml(type.displayName)}</p>${choices.map(drawn).join("")}${methods}${fields.map(drawn).join("")}
<p>${tick}Grant access permission to all pipelines</p><p><b>${escapeHtml(button)}</b></p></form>`;
}

/** The forms of service connections, side by side. */
export function connectionForms(connections: readonly NewConnection[]): string {
  return page(`<div class="forms">${connections.map(connectionForm).join("")}</div>`);
}

/** What somebody selects in each product, one after the other. */
export function clickPaths(paths: readonly { product: string; labels: readonly string[] }[]): string {
  const rows = paths.map(
    ({ product, labels }) =>
      `<dt>${escapeHtml(product)}</dt><dd>${labels.map((label) => `<span>${escapeHtml(label)}</span>`).join("")}</dd>`,
  );
  return page(`<dl>${rows.join("")}</dl>`);
}

const dots = { "🚨": "#d6343c", "🔴": "#d6343c", "🟠": "#e8912d", "🟢": "#2f9147", ℹ️: "#5b7ea8" };

/** A channel of Slack with a message as the webhook's app posts it. `icon` is a PNG. */
export async function slackChannel(icon: Buffer, time: string, message: string): Promise<string> {
  const drawn = await withDots("slack", message);
  return page(`<header># operations</header><article>
<img src="data:image/png;base64,${icon.toString("base64")}"><div>
<h2>Pipeline Monitor<small>APP</small><time>${escapeHtml(time)}</time></h2>${drawn}</div></article>`);
}

/** Messages of a product, each as wide as on a phone. */
export async function phones(product: ChatProduct, messages: readonly string[]): Promise<string> {
  const drawn = await Promise.all(messages.map((message) => withDots(product, message)));
  const name = "<h2>Pipeline Monitor<small>APP</small></h2>";
  const shown = drawn.map((html) => `<section>${name}<div>${html}</div></section>`);
  return page(`<main class="${product}">${shown.join("")}</main>`);
}

/** The browser's own fonts have no emoji: the same picture comes from every machine. */
async function withDots(product: ChatProduct, message: string): Promise<string> {
  return Object.entries(dots).reduce(
    (html, [emoji, color]) =>
      html.replaceAll(
        emoji,
        `<span class="dot${emoji === "🚨" ? " siren" : ""}" style="background: ${color}">${emoji}</span>`,
      ),
    await renderForProduct(product, message),
  );
}

function page(body: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><body>${body}</body>\n`;
}
