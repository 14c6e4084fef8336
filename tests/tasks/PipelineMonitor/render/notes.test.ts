import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { linkOf, namePart } from "../../../../tasks/PipelineMonitor/issue/names";
import { type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import { subjectOf } from "../../../../tasks/PipelineMonitor/issue/subject";
import { blockOfNote, lineOfNote, partsOfNote } from "../../../../tasks/PipelineMonitor/render/notes";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

const plain: Note = { says: [{ words: "All is over" }], severity: "note", rank: 7 };
const page = new URL("https://h/9");
const run = failedRun({ id: 9, buildNumber: "9", pipeline: "a" });
const recovery = recoveryNote(run, page, "works again");
const textOf = (note: Note) => plainText(partsOfNote(note), sanitize);

describe("the line of a note", () => {
  it("is its sentence with a full stop, behind the name, and the number of the run with its page", () => {
    const { parts, ...line } = lineOfNote(recovery);
    const number = { label: { name: "9" }, url: page };
    const said = [{ words: " works again" }, { words: "." }];
    assert.deepEqual(parts, [namePart(subjectOf(run)), { words: " " }, number, ...said]);
    assert.deepEqual(line, { severity: "recovery", rank: 6, tells: [recovery] });
    assert.equal(textOf(plain), "All is over.");
    assert.equal(textOf({ ...plain, says: [{ words: "Done!" }] }), "Done!");
    assert.equal(textOf({ ...plain, beneath: [[{ words: "All is well" }]] }), "All is over. All is well.");
  });

  it("names the pipeline that it is about rather than that of the run", () => {
    const subject = subjectOf({ pipeline: { name: "b" } });
    assert.match(textOf({ ...recovery, subject }), /^b 9.* works again\.$/);
    assert.match(textOf({ ...recovery, subject: {} }), /^a 9/);
  });
});

describe("the block of a note", () => {
  it("is the sentence without a full stop, of no issue, and its own title", () => {
    const phrase = [{ words: "All is over" }];
    const common = { severity: "note", rank: 7, tells: [plain], links: [], rows: [] };
    const titles = [{ phrase, parts: [] }];
    assert.deepEqual(blockOfNote(plain), { ...common, parts: phrase, titles, shortTitle: phrase });
  });

  it("links the run, whose number it does not have, and says beneath what else there is to say", () => {
    const beneath = [[{ words: "All is well" }]];
    const { parts, rows, links, shortTitle } = blockOfNote({ ...recovery, beneath });
    const name = namePart(subjectOf(run));
    assert.deepEqual(parts, [{ ...name, style: "strong" }, { words: " works again" }]);
    assert.deepEqual(links, [linkOf({ name: "Run 9" }, page, subjectOf(run))]);
    assert.deepEqual(rows, beneath);
    assert.deepEqual(shortTitle, [name], "beside other recoveries");
  });

  it("is its sentence beside other recoveries, too, if it is about no pipeline, and links no page that is unknown", () => {
    const enough = blockOfNote({ ...plain, severity: "recovery" });
    assert.deepEqual(enough.shortTitle, plain.says);
    assert.deepEqual(blockOfNote({ ...plain, run }).links, []);
  });
});
