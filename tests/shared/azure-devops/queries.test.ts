import assert from "node:assert/strict";
import fc from "fast-check";
import {
  apiVersionOf,
  lastRunsQuery,
  queuedSinceQuery,
  runsSinceQuery,
  taggedRunsQuery,
  unfinishedRunsQuery,
} from "../../../shared/azure-devops/queries";

const version = "&api-version=7.1-preview.7";
const three = Date.UTC(2026, 10, 20, 3) / 1000;
const queuedSinceThree = `minTime=2026-11-20T03:00:00Z&statusFilter=all&queryOrder=queueTimeDescending${version}`;

describe("queries for runs", () => {
  it("ask for a window as the specification writes it, whatever url_params holds (rule 1)", () => {
    const since = new Date(Date.UTC(2026, 10, 20, 2, 18, 30, 999));
    const query = runsSinceQuery(since, `&definitions=12${version}`);
    assert.equal(query, `minTime=2026-11-20T02:18:30Z&definitions=12${version}`);
  });

  it("request unfinished runs, narrowed by url_params except for parameters of the query itself", () => {
    const asked = "statusFilter=inProgress,cancelling,postponed,notStarted";
    assert.equal(unfinishedRunsQuery(version), asked + version);
    const parameters = `&definitions=12&StatusFilter=completed&resultFilter=failed&%24top=5&queryOrder=x${version}`;
    assert.equal(unfinishedRunsQuery(parameters), `${asked}&definitions=12${version}`);
  });

  it("ask for the last runs of one pipeline until a second, that one included", () => {
    assert.equal(
      lastRunsQuery(7, three, 51, `&definitions=12&branchName=main${version}`),
      "definitions=7&statusFilter=completed&queryOrder=finishTimeDescending&maxTime=2026-11-20T03:00:01Z" +
        `&$top=51&branchName=main${version}`,
    );
  });

  it("request runs in any state by queue time, with the order that the service then requires", () => {
    assert.equal(queuedSinceQuery(three, version), queuedSinceThree);
  });

  it("request those without the filters of url_params, which would hide runs that happened", () => {
    const filters = [
      ...["reasonFilter=schedule", "definitions=12", "branchName=main", "tagFilters=x", "requestedFor=x"],
      ...["resultFilter=failed", "queues=3", "repositoryId=1", "buildNumber=2*", "$top=5", "properties=x"],
    ];
    fc.assert(
      fc.property(fc.subarray(filters), fc.constantFrom(undefined, 7), (some, definitionId) => {
        const parameters = [version.slice(1), ...some].map((parameter) => `&${parameter}`).join("");
        const unfiltered = queuedSinceQuery(0, version, definitionId);
        assert.equal(queuedSinceQuery(0, parameters, definitionId), unfiltered);
      }),
    );
  });

  it("give one run or pipeline the api-version of url_params, or none if they have none", () => {
    assert.equal(apiVersionOf(`&definitions=12${version}&$top=5`), version);
    assert.equal(apiVersionOf("&definitions=12"), "");
  });

  it("request those of one pipeline, whichever url_params names", () => {
    const ofOne = queuedSinceQuery(three, `&definitions=12${version}`, 7);
    assert.equal(ofOne, `definitions=7&${queuedSinceThree}`);
  });

  it("request the runs of a pipeline with a tag, in progress or in any state", () => {
    for (const [isInProgress, states] of [
      [true, "&statusFilter=inProgress,cancelling"],
      [false, ""],
    ] as const)
      assert.equal(
        taggedRunsQuery({ definitionId: "12", tag: "a&b", isInProgress }, 2, version),
        `definitions=12&tagFilters=a%26b${states}&queryOrder=startTimeDescending&$top=2${version}`,
      );
    assert.equal(apiVersionOf(`&definitions=12${version}&x=1`), version);
    assert.equal(apiVersionOf("&definitions=12"), "");
  });

  it("have no parameter twice, even if url_params sets one that they set themselves", () => {
    const own = ["definitions", "statusFilter", "queryOrder", "maxTime", "$top"];
    const parameter = fc
      .tuple(fc.constantFrom(...own, "STATUSFILTER", "%24TOP"), fc.constantFrom("1", "x,y"))
      .map(([name, value]) => `&${name}=${value}`);
    fc.assert(
      fc.property(fc.array(parameter, { maxLength: 3 }), (parameters) => {
        const query = new URLSearchParams(lastRunsQuery(7, 0, 9, parameters.join("") + version));
        assert.deepEqual([...query.keys()], [...own, "api-version"]);
      }),
    );
  });
});
