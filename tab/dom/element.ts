/** Text becomes a text node, never markup. */
export type Child = Node | string | false | undefined | readonly Child[];

/** Undefined leaves one out. A function listens to an event: that of `onclick` to clicks. */
type Attributes = Readonly<Record<string, string | number | undefined | (() => void)>>;

const svgNamespace = "http://www.w3.org/2000/svg";

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

export function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS(svgNamespace, name), attributes, children);
}

function filled<Made extends Element>(made: Made, attributes: Attributes, children: readonly Child[]): Made {
  for (const name in attributes) {
    const value = attributes[name];
    if (typeof value === "function") made.addEventListener(name.slice("on".length), value);
    else if (value !== undefined) made.setAttribute(name, String(value));
  }
  add(made, children);
  return made;
}

/** In place of what it had. */
export function fill(made: Element, ...children: Child[]): void {
  made.replaceChildren();
  add(made, children);
}

function add(made: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false || child === "") continue;
    if (typeof child === "string" || child instanceof Node) made.append(child);
    else add(made, child);
  }
}

export function button(text: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * Undefined for anything but http and https, such as `javascript:`, and for URLs that do not lead where they seem to,
 * such as `https:host` and `https://name@host`: a report is only as trustworthy as the pipeline that attached it.
 */
export function safeUrl(url: string | undefined): string | undefined {
  if (url === undefined || url.length > 2000 || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return undefined;
  const { username, password } = new URL(url);
  return username + password === "" ? url : undefined;
}

/** Opens beside the page; plain text if the URL cannot be used. */
export function link(text: string, url: string | undefined, label?: string): HTMLElement {
  const href = safeUrl(url);
  if (href === undefined) return element("span", {}, text);
  return element("a", { href, target: "_blank", rel: "noopener noreferrer", "aria-label": label }, text);
}

/** Takes parts that are shown apart: `a · b`. */
export function between(separator: string, parts: readonly Child[]): Child[] {
  return parts.filter((part) => part).flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

export function notice(title: string, ...lines: string[]): HTMLElement {
  return element(
    "div",
    { class: "notice" },
    element("h1", {}, title),
    lines.map((line) => element("p", {}, line)),
  );
}

/** With a button to try again. Small above something that can still be read. */
export function failure(what: string, reason: string, tryAgain: () => void, isSmall = false): HTMLElement {
  return element(
    "div",
    { class: isSmall ? "notes warn" : "notice" },
    !isSmall && element("h1", {}, what),
    element("p", { role: "alert" }, isSmall ? `${what}: ${reason}` : reason),
    button("Try again", tryAgain),
  );
}
