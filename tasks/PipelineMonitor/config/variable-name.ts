import * as v from "valibot";

const aVariable = "the name of an environment variable, such as BILLING_WEBHOOK";
/**
 * The variables of the step and its agent for other services. The configuration must not send their values
 * elsewhere.
 */
const ofOthers =
  /^(BUILD_AUTH|WEBHOOK_URL|HEARTBEAT_URL|AZURE_DEVOPS_EXT_PAT|SYSTEM_.*|OTEL_.*|REGISTRAR_.*|(ENDPOINT|SECRET|SECUREFILE|INPUT)_.*)$/i;
const anotherVariable = `${aVariable}, that holds no other credential of the step`;

/** An environment variable that holds a secret, such as the URL of a webhook. */
export const variableName = v.pipe(
  v.string(aVariable),
  v.regex(/^[A-Za-z_]\w{0,99}$/, aVariable),
  v.check((name) => !ofOthers.test(name), anotherVariable),
);
