import { parseConfig as parse } from "../../../tasks/PipelineMonitor/config/load";
import type { Place } from "../../../tasks/PipelineMonitor/config/own-place";
import { features } from "../../../tasks/PipelineMonitor/features";

/** With the keys of all features. */
export const parseConfig = (content: unknown, own?: Place) => parse(content, features, own);
