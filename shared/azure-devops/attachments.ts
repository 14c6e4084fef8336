import * as v from "valibot";

/** The version of the API for attachments. Servers know it too. */
export const attachmentsQuery = "api-version=5.0-preview.2";

const attachmentSchema = v.object({
  name: v.string(),
  _links: v.object({ self: v.object({ href: v.string() }) }),
});

/**
 * Where an attachment is within its run. Undefined if an entry in the list of attachments has another name. Of its link only the ids count, found by pattern:
 * hosts and folders differ from server to server, and no request goes to another host.
 */
export function parseAttachment(entry: unknown, name: string) {
  const attachment = v.safeParse(attachmentSchema, entry);
  if (!attachment.success || attachment.output.name !== name) return undefined;
  const { href } = attachment.output._links.self;
  const [, timeline, record] = /\/([\da-f-]{36})\/([\da-f-]{36})\/attachments\//i.exec(href) ?? [];
  return timeline === undefined || record === undefined ? undefined : { timeline, record };
}
