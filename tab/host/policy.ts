/**
 * Narrows the page's content security policy to requests to one origin. Policies only add up, so nothing can
 * widen it again.
 */
export function allowRequestsTo(origin: string): void {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `connect-src ${origin}`;
  document.head.append(policy);
}
