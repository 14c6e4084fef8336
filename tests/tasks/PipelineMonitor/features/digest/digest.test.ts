import assert from "node:assert/strict";
import { digest } from "../../../../../tasks/PipelineMonitor/features/digest/digest";
import { useSetup } from "../../config/setup-stage";

describe("the key digest", () => {
  const { read } = useSetup([digest]);
  const variables = {
    ...{ "System.CollectionUri": "https://dev.azure.com/contoso/", "System.TeamProject": "p" },
    ...{ "System.DefinitionId": "12", "Build.BuildId": "900" },
  };

  it("makes the monitor know its own pipeline, and miss it nowhere else", () => {
    const isKnown = (keys: object, of: Record<string, string>) =>
      read(keys, { variables: of }).ownPipeline !== undefined;
    const keys = { digest: "Mon 06:00" };
    assert.deepEqual(
      [isKnown(keys, variables), isKnown(keys, {}), isKnown({}, variables)],
      [true, false, false],
    );
  });
});
