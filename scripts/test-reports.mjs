import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Number of lines of an error to print. The first lines contain the expected and received values.
 */
const ERROR_LINES = 8;
const LINE_LENGTH = 200;
/** Matches the first line of a stack trace or of Playwright's call log. */
const DETAILS = /^(at |call log:)/i;

/** Secrets that a public log must not contain: tokens, keys and email addresses. */
const SECRETS = [
  [/[\w.%+-]+@[\w-]+(\.[\w-]+)+/g, "[email]"],
  [/\b(eyJ[\w-]+(\.[\w-]+)*|sb_(secret|publishable)_[\w-]+)/g, "[token]"],
  // A token contains both letters and digits. A long word or a long number is not a token.
  [/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9_-]{32,}/g, "[token]"],
];

function redact(text) {
  return SECRETS.reduce((result, [pattern, word]) => result.replace(pattern, word), text);
}

function firstLines(text = "", root) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: errors carry terminal colors.
  const plain = text.replace(/\u001b\[[\d;]*m/g, "");
  const lines = plain.split("\n").flatMap((line) => line.trim() || []);
  const end = lines.findIndex((line) => DETAILS.test(line));
  const message = lines.slice(0, end === -1 ? ERROR_LINES : Math.min(end, ERROR_LINES));
  if (message.length === 0) return ["no message"];
  return message.map((line) => {
    const safe = redact(line.replaceAll(root + sep, ""));
    return safe.length > LINE_LENGTH ? `${safe.slice(0, LINE_LENGTH)}…` : safe;
  });
}

function readVitest(report, directory) {
  const failures = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = isAbsolute(name) ? relative(directory, name) : name;
    const failed = assertionResults.filter((test) => test.status === "failed");
    for (const test of failed) {
      const titles = [...test.ancestorTitles, test.title];
      failures.push({ file, titles, error: test.failureMessages[0] });
    }
    if (status === "failed" && failed.length === 0) {
      failures.push({ file, titles: [], error: message });
    }
  }
  return { passed: report.numPassedTests, failures };
}

function readPlaywright(report, directory) {
  const failures = [];
  const fileOf = (file) => relative(directory, join(report.config?.rootDir ?? directory, file));
  const visit = (suite, titles) => {
    for (const spec of suite.specs ?? []) {
      for (const { status, results, projectName } of spec.tests) {
        // A flaky test, which passed only on a second attempt, counts as failed.
        if (status !== "unexpected" && status !== "flaky") continue;
        const error = results.find((result) => result.error)?.error.message;
        const project = projectName ? [projectName] : [];
        failures.push({
          file: fileOf(spec.file),
          titles: [...project, ...titles, spec.title],
          error,
        });
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
  };
  for (const suite of report.suites) visit(suite, []);
  for (const { message, location } of report.errors) {
    const file = location && relative(directory, location.file);
    const isKnown = file && !file.startsWith("..");
    failures.push({ file: isKnown ? file : "outside a file", titles: [], error: message });
  }
  return { passed: report.stats.expected, failures };
}

/** Reads a report. `file` is its absolute path, in the `reports` folder of its package. */
export function readReport(report, file, root) {
  const directory = dirname(dirname(file));
  const { passed, failures } = report.stats
    ? readPlaywright(report, directory)
    : readVitest(report, directory);
  return {
    passed,
    failures: failures.map(({ file: test, titles, error }) => ({
      package: relative(root, directory).split(sep).join("/") || basename(root),
      file: test.split(sep).join("/"),
      titles,
      error: firstLines(error, root),
    })),
  };
}

export function describeFailures(failures) {
  return failures.flatMap(({ package: name, file, titles, error }) => [
    `✗ ${[name, file, ...titles.map(redact)].join(" › ")}`,
    ...error.map((line) => `    ${line}`),
  ]);
}
