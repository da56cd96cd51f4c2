export interface RecordedRow {
  runtime: string;
  mode: string;
  version: string;
  passed: number;
  steps: number;
}

export function tableOf(rows: readonly RecordedRow[]): string {
  const lines = rows.map(({ runtime, mode, version, passed, steps }) => {
    const name = mode === "" ? runtime : `${runtime}, ${mode}`;
    return `| ${name} | ${version} | ${passed} of ${steps} |`;
  });
  return ["| Runtime | Tested version | Steps passed |", "|---|---|---|", ...lines].join("\n");
}

const HEAD = tableOf([]);

export function tableIn(readme: string): string {
  const start = readme.indexOf(HEAD);
  const end = readme.indexOf("\n\n", start);
  if (start < 0) throw new Error("The README has no table of runtimes.");
  return readme.slice(start, end < 0 ? undefined : end).trimEnd();
}
