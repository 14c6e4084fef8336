import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";

/** The problems of a configuration with a threshold, which they call `it`. */
export function problemsOfThreshold(after_failures: number, keys: object = {}): string[] {
  const pipelines = { default: goodConfig.pipelines.default, a: { after_failures } };
  const { problems } = parseConfig({ ...goodConfig, ...keys, pipelines });
  return problems.map((one) => one.replace("pipelines.a.after_failures", "it"));
}
