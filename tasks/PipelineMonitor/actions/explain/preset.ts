import { keysOf, memberAt } from "../../../../shared/json/path";
import type { ConfigFile } from "../../config/load";
import { sectionLines } from "../../config/section-lines";

/** What the preset of a configuration stands for, to be pasted in its place. Settings of the file come first. */
export function renderPreset({ value, ofPreset }: Pick<ConfigFile, "value" | "ofPreset">): string[] {
  if (keysOf(ofPreset).length === 0) return [];
  const { pipelines, ...keys } = ofPreset;
  const all = memberAt(value, ["pipelines"]);
  const isSection = pipelines === undefined || pipelines === all;
  return [
    "",
    '"preset": "standard" stands for these keys:',
    ...sectionLines(isSection ? ofPreset : keys),
    ...(isSection ? [] : ["and in pipelines for:", ...sectionLines({ default: memberAt(all, ["default"]) })]),
    "",
  ];
}
