import { memberAt } from "../../shared/json/path";

/** The generated code with which OpenTelemetry's library writes and reads its protocol. Its package has no types of it. */
const generated: unknown = require("@opentelemetry/otlp-transformer/build/src/generated/root.js");
const requestType = memberAt(generated, [
  ...["opentelemetry", "proto", "collector", "metrics", "v1"],
  "ExportMetricsServiceRequest",
]);

function call(name: string, ...values: unknown[]): unknown {
  const method: unknown = Reflect.get(Object(requestType), name);
  if (typeof method !== "function") throw new Error(`the decoder has no ${name}`);
  return Reflect.apply(method, requestType, values);
}

/**
 * Sends a request in the protocol's JSON through the wire format: a member that the protocol does not know is gone, and
 * one of another type has another value.
 */
export function decoded(json: string): unknown {
  const writer = call("encode", call("fromObject", JSON.parse(json)));
  const finish = memberAt(writer, ["finish"]);
  if (typeof finish !== "function") throw new Error("the decoder has no writer");
  const message = call("decode", Reflect.apply(finish, writer, []));
  return JSON.parse(JSON.stringify(call("toObject", message, { longs: String })));
}
