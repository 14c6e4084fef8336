import { parseConfig as parse } from "../../../tasks/PipelineMonitor/config/parse";
import { features } from "../../../tasks/PipelineMonitor/features";

/** With the keys of all features. */
export const parseConfig = (content: unknown) => parse(content, features);
