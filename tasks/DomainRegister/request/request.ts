import type { Wish } from "../../../shared/registrar/registrar";
import { dayMilliseconds } from "../../../shared/text/time";
import type { AccountRequest } from "./account-request";
import type { WholeRequest } from "./parse";
import { contactRoles } from "./schema";

/** A person's order. Its form depends on the registrar. */
export type RegistrationRequest = WholeRequest | AccountRequest;

/**
 * Prepares the request for sending. `agreedAt` becomes now if it is absent. Of a whole request, it also becomes
 * now if it is more than 24 hours off, and `agreementKeys` become DNRA if they are absent (decision 11).
 */
export function requestToSend<Request extends RegistrationRequest>(
  request: Request,
  nowMilliseconds: number,
): Request {
  const moment = `${new Date(nowMilliseconds).toISOString().slice(0, 19)}Z`;
  const close = (time: string) => Math.abs(Date.parse(time) - nowMilliseconds) <= dayMilliseconds;
  const current = (time: string | undefined) => (time !== undefined && close(time) ? time : moment);
  if (request.kind === "account") return { ...request, agreedAt: request.agreedAt ?? moment };
  const { content } = request;
  const { agreedAt, agreementKeys = ["DNRA"], ...consent } = content.consent;
  const complete = { ...consent, agreementKeys, agreedAt: current(agreedAt) };
  return { ...request, content: { ...content, consent: complete } };
}

export function wishAt(request: RegistrationRequest, nowMilliseconds: number): Wish {
  const sent = requestToSend(request, nowMilliseconds);
  if (sent.kind === "account") {
    const { kind: _, agreedAt = "", ...accepted } = sent;
    return { ...accepted, agreedAt, registrationRequest: undefined };
  }
  const { domain, period } = sent;
  const { agreementKeys = [], agreedAt = "" } = sent.content.consent;
  const registrationRequest = JSON.stringify(sent.content);
  return { domain, period, registrationRequest, agreementKeys, acknowledgedFees: [], agreedAt };
}

/** The texts of a request that identify its contacts and who agreed: all except countries, keys and times. */
export function personalData(request: RegistrationRequest): string[] {
  if (request.kind === "account") return [];
  const { content } = request;
  const { agreementKeys: _, agreedAt: __, ...consent } = content.consent;
  const contacts = contactRoles.map((role) => {
    const { addressMailing, ...person } = content[role];
    const { country: ___, ...address } = addressMailing;
    return { person, address, name: `${person.nameFirst} ${person.nameLast}` };
  });
  return textsIn([consent, contacts]);
}

function textsIn(value: unknown): string[] {
  return typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(textsIn);
}

/** The request as it may be stored and shown. Contacts are reduced to their countries and some initials. */
export function reducedRequest(request: RegistrationRequest): Record<string, unknown> {
  if (request.kind === "account") {
    const { domain, period, agreementKeys, acknowledgedFees, agreedAt } = request;
    return { domain, period, consent: { agreementKeys, acknowledgedFees, agreedAt } };
  }
  const { domain, renewAuto, privacy, nameServers, period, consent } = request.content;
  const { agreementKeys, agreedAt } = consent;
  const contacts = contactRoles.map((role) => {
    const { nameFirst, nameLast, email, phone, addressMailing } = request.content[role];
    const shortened = Object.entries({ nameFirst, nameLast, email, phone }).map(([name, text]) => [
      name,
      `${[...text].slice(0, 1).join("")}…`,
    ]);
    const { country } = addressMailing;
    return [role, { ...Object.fromEntries(shortened), addressMailing: { country } }];
  });
  return {
    domain,
    renewAuto,
    privacy,
    nameServers,
    period,
    consent: { agreementKeys, agreedAt },
    ...Object.fromEntries(contacts),
  };
}
