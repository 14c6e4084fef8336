import { parseConfig as parse } from "../../../tasks/PipelineMonitor/config/load";
import type { OwnPlace } from "../../../tasks/PipelineMonitor/config/own-place";
import { features } from "../../../tasks/PipelineMonitor/features";

/** With the keys of all features. */
export const parseConfig = (content: unknown, own?: OwnPlace) => parse(content, features, own);
