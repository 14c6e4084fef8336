import { parseConfig as parse } from "../../../tasks/PipelineMonitor/config/load";
import { features } from "../../../tasks/PipelineMonitor/features";

/** With the keys of all features. */
export const parseConfig = (content: unknown) => parse(content, features);
