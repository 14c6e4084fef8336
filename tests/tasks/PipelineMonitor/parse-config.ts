import { parseConfig as parse } from "../../../tasks/PipelineMonitor/config/load";
import type { OwnPlace } from "../../../tasks/PipelineMonitor/config/own-place";
import { features } from "../../../tasks/PipelineMonitor/features";
import { goodConfig } from "./good-config";

/** With the keys of all features. */
export const parseConfig = (content: unknown, own?: OwnPlace) => parse(content, features, own);

/** The usual configuration with further keys; `entries` are those of `pipelines`. */
export const parseWith = (keys: object, entries: object = {}) =>
  parseConfig({ ...goodConfig, ...keys, pipelines: { default: goodConfig.pipelines.default, ...entries } });
