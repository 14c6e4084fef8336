/** Text becomes a text node, never markup. */
type Child = Node | string | undefined;

const svgNamespace = "http://www.w3.org/2000/svg";

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  return filled(document.createElement(name), attributes, children);
}

export function shape<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  return filled(document.createElementNS(svgNamespace, name), attributes, children);
}

function filled<Made extends Element>(
  made: Made,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly Child[],
): Made {
  for (const name in attributes) made.setAttribute(name, String(attributes[name]));
  for (const child of children) if (child !== undefined) made.append(child);
  return made;
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
export function link(text: string, url: string | undefined, label?: string): Node {
  const href = safeUrl(url);
  if (href === undefined) return element("span", {}, text);
  const ariaLabel = label === undefined ? {} : { "aria-label": label };
  return element("a", { href, target: "_blank", rel: "noopener noreferrer", ...ariaLabel }, text);
}
