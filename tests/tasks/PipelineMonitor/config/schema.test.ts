import assert from "node:assert/strict";
import { schemaWith } from "../../../../tasks/PipelineMonitor/config/schema";
import { features } from "../../../../tasks/PipelineMonitor/features";
import { schemaMembers } from "../../../schema-members";
import { goodConfig, problemsOf } from "../good-config";

describe("members of the monitor configuration", () => {
  it("are named with what is expected of them when they hold something else", () => {
    for (const [keys, ...problems] of [
      [{ $schema: 5 }, "$schema: expected the URL of a schema, got 5"],
      [
        { url_base: 5 },
        `url_base: expected a URL that ends in a slash, such as ${goodConfig.url_base}, got 5`,
      ],
      [{ run_ct_min: -2 }, "run_ct_min: expected a whole number, -1 or more, got -2"],
      [{ run_ct_min: -1, queue_time_max: 0 }],
      [
        { url_params: "&minTime=x" },
        'url_params: expected parameters without minTime and continuationToken, got "&minTime=…"',
      ],
    ] as const)
      assert.deepEqual(problemsOf(keys), problems);
  });

  it("are a segment of a path, which does not lead up or nowhere", () => {
    for (const project of ["...", "a.b", ".a"]) assert.deepEqual(problemsOf({ project }), [], project);
    for (const project of ["", ".", "..", "%2e", "%2e%2e", "/a", "a/"])
      assert.deepEqual(problemsOf({ project }), [
        `project: expected a name without slashes, such as contoso, got "${project}"`,
      ]);
  });

  it("are parameters of a query, but for those that the monitor sets itself", () => {
    const all = "&a-b_c.~1!$'()*+,;=:@/?%20&minTimes=x&api-version=7.1-preview.7";
    assert.deepEqual(problemsOf({ url_params: all }), []);
    for (const url_params of [
      ...["x&a=b", "&a=b#", "&a=b c", "&MINTIME=1", "&a=1&ContinuationToken=2", "&%6dinTime=1"],
    ])
      assert.equal(problemsOf({ url_params }).length, 1, url_params);
  });
});

describe("JSON Schema of the monitor configuration", () => {
  const schema = schemaWith(features);
  const members = schemaMembers(schema.file);

  it("tells an editor's user what each member is for", () => {
    const wanted = [
      ...Object.keys(schema.members.ofFile),
      ...Object.keys(schema.members.ofEntry).map((name) => `pipelines.*.${name}`),
      ...features
        .flatMap(({ objects }) => objects)
        // Not those of lists.
        .filter(({ path }) => path.at(-1) !== "*")
        .flatMap(({ path, members: own }) => Object.keys(own).map((name) => [...path, name].join("."))),
    ];
    const shown = members.map(({ path }) => path);
    const missing = wanted.filter((path) => !shown.includes(path));
    assert.deepEqual(missing, [], "not in the schema");
    for (const { path, description } of members) assert.match(description, /\S+ \S+ \S+/, path);
  });

  it("lets editors find what the task would refuse", () => {
    const accepts = (path: string, text: string) =>
      members.find((member) => member.path === path)?.pattern?.test(text);
    for (const url of ["https://dev.azure.com/", "http://localhost:8080/tfs/"])
      assert.equal(accepts("url_base", url), true, url);
    for (const url of ["dev.azure.com/", "x https://host/", "https://host", "https:///", "https://host/?a=/"])
      assert.equal(accepts("url_base", url), false, url);
    assert.equal(accepts("organization", "Night Shift"), true);
    for (const name of ["", "a/b", "/b", "a/", "a\\b"])
      assert.equal(accepts("organization", name), false, name);
  });
});
