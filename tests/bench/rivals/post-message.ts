/** The last thing that a script does: prints what it found, and posts it to the channel. */
export async function postMessage(webhook: string, lines: readonly string[]): Promise<void> {
  const text = lines.join("\n");
  console.log(text);
  await fetch(webhook, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
}
