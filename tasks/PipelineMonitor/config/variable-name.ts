import * as v from "valibot";
import { looksSecret } from "../../../shared/text/secret-like";

const aVariable = "the name of an environment variable, such as BILLING_WEBHOOK";
/**
 * The variables of the step and its agent for other services. The configuration must not send their values
 * elsewhere.
 */
const ofOthers =
  /^(BUILD_AUTH|WEBHOOK_URL|HEARTBEAT_URL|AZURE_DEVOPS_EXT_PAT|SYSTEM_.*|OTEL_.*|REGISTRAR_.*|(ENDPOINT|SECRET|SECUREFILE|INPUT)_.*)$/i;
const anotherVariable = `${aVariable}, that holds no other credential of the step`;
/** Whoever pastes the secret has to replace it, too. */
const noSecret = `${aVariable}, and not the secret itself, which everybody who reads the file knows now`;
const plain = /^[A-Za-z_]\w{0,99}$/;

/** A key may be a plain name, too, such as a key of PagerDuty: 20 characters of all kinds. */
function isSecret(text: string): boolean {
  const isOfAllKinds = [/\d/, /[a-z]/, /[A-Z]/].every((kind) => kind.test(text));
  return looksSecret(text) || (text.length >= 20 && isOfAllKinds);
}

function expected({ input }: { input: string }): string {
  if (isSecret(input)) return noSecret;
  return ofOthers.test(input) ? anotherVariable : aVariable;
}

/** An environment variable that holds a secret, such as the URL of a webhook. */
export const variableName = v.pipe(
  v.string(aVariable),
  v.regex(plain, expected),
  v.check((name) => !plain.test(name) || !(isSecret(name) || ofOthers.test(name)), expected),
);

/** Whether a text in place of such a name must not be repeated, by what is expected there. */
export function isPastedSecret(text: string, expectation: string): boolean {
  return expectation.startsWith(aVariable) && (!plain.test(text) || isSecret(text));
}
