// Writes reports in the format of Vitest's JSON reporter, for test-reports.mjs.
import { fileURLToPath } from "node:url";

function toPath(file) {
  return file.startsWith("file:") ? fileURLToPath(file) : file;
}

export default async function* report(events) {
  const files = new Map();
  let numPassedTests = 0;
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.details.type === "suite" || data.skip !== undefined || data.todo !== undefined) {
      continue;
    }
    const name = toPath(data.file);
    const entry = files.get(name) ?? { name, status: "passed", message: "", assertionResults: [] };
    files.set(name, entry);
    const passed = type === "test:pass";
    if (passed) numPassedTests += 1;
    else entry.status = "failed";
    const error = data.details.error?.cause ?? data.details.error;
    entry.assertionResults.push({
      ancestorTitles: [],
      title: data.name,
      status: passed ? "passed" : "failed",
      failureMessages: passed ? [] : [`${error?.message ?? error}`],
    });
  }
  yield JSON.stringify({ numPassedTests, testResults: [...files.values()] });
}
