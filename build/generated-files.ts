import { join, resolve } from "node:path";
import { reportSchema } from "../shared/report/schema";
import { starterPipeline } from "../shared/text/starter-pipeline";
import { accountRequestSchema } from "../tasks/DomainRegister/request/account-request";
import { requestSchema } from "../tasks/DomainRegister/request/schema";
import { evidenceSchema } from "../tasks/PipelineMonitor/features/evidence/schema";
import { renderFaultTable } from "../tests/faults/render";
import { configSchemaText, schemaText } from "./json-schema";
import { completedPage } from "./pages";

const root = resolve(__dirname, "..", "..");

/** Pages with parts that come from code. */
const completed = ["causes.md", "configuration.md", "quickstart.md"].map((name) =>
  join(root, "docs", "monitor", name),
);

/** The files in the repository that are generated from definitions elsewhere in it: path and text. */
export const generatedFiles: Record<string, string> = {
  // For editors.
  [join(root, "tasks", "PipelineMonitor", "config.schema.json")]: configSchemaText(),
  [join(root, "tasks", "DomainRegister", "request.schema.json")]: schemaText(
    "DomainRegister registration request",
    requestSchema,
  ),
  [join(root, "tasks", "DomainRegister", "account-request.schema.json")]: schemaText(
    "DomainRegister registration request for a registrar that has the contacts",
    accountRequestSchema,
  ),
  [join(root, "docs", "report.schema.json")]: schemaText("Pipeline Keeper report", reportSchema),
  [join(root, "docs", "evidence.schema.json")]: schemaText("Pipeline Keeper evidence", evidenceSchema),
  [join(root, "tasks", "PipelineMonitor", "examples", "pipeline-monitor.yml")]: starterPipeline,
  ...Object.fromEntries(completed.map((path) => [path, completedPage(path)])),
  [join(root, "tests", "faults", "README.md")]: renderFaultTable(),
};
