/**
 * Narrows the page's content security policy to one origin, or to none. Policies only add up, so nothing can
 * widen it again.
 */
export function allowRequestsTo(origin: string | undefined): void {
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `connect-src ${origin ?? "'none'"}`;
  document.head.append(policy);
}
