import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Variables } from "../config/variables.js";
import { diagnose } from "./doctor.js";
import { countOf, printJson, printText } from "./print.js";

const HELP = `Usage: backend-client doctor [options]

Checks the app in this folder and its Supabase project. It reads environment
variables, .env files, .dev.vars, the vars in wrangler.json and the source files.
It sends only GET requests and prints no keys.

  --url URL       also check the running app, such as https://app.example.com, and
                  the policy of the page at the URL's path
  --guards DIR    also check that each page, route and action below DIR requires
                  a session or has a comment // public
  --json          print JSON
  --help          print this text

Exit code: 0 if no check fails, 1 if a check fails, 2 for a wrong option.
`;

export interface CommandLine {
  dir: string;
  variables: Variables;
  now(): number;
  out: { write(text: string): unknown; isTTY?: boolean };
  errors: { write(text: string): unknown };
}

class UsageError extends Error {}

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        url: { type: "string" },
        guards: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (cause) {
    const sentence = cause instanceof Error ? cause.message.split(/\. |\n/)[0] : "";
    throw new UsageError(`${sentence?.replace(/\.$/, "")}.`);
  }
}

function readUrl(text: string | undefined): URL | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new UsageError("--url must be an address such as https://app.example.com.");
  }
  return url;
}

function readFolder(text: string | undefined, dir: string): string | null {
  if (text === undefined) return null;
  if (!statSync(resolve(dir, text), { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`--guards: ${text} is not a folder.`);
  }
  return text;
}

function isColored({ out, variables }: CommandLine): boolean {
  return out.isTTY === true && !variables.NO_COLOR && variables.TERM !== "dumb";
}

async function run(argv: readonly string[], line: CommandLine): Promise<number> {
  const { values, positionals } = readArguments(argv);
  if (values.help) {
    line.out.write(HELP);
    return 0;
  }
  const [command, ...rest] = positionals;
  if (command === undefined) throw new UsageError("Specify a command: doctor.");
  if (command !== "doctor") throw new UsageError(`Unknown command "${command}".`);
  if (rest.length > 0) throw new UsageError(`Unexpected argument "${rest[0]}".`);
  const { dir, variables, now } = line;
  const { environment, findings, skipped } = await diagnose({
    dir,
    variables,
    url: readUrl(values.url),
    guards: readFolder(values.guards, dir),
    now,
  });
  const { mode, files } = environment;
  const from = ["the environment", ...files].join(", ");
  line.out.write(
    values.json
      ? printJson(findings, { mode, skipped })
      : printText(
          findings,
          { head: `Mode: ${mode}. Variables from ${from}.`, skipped },
          isColored(line),
        ),
  );
  return countOf(findings, "fail") > 0 ? 1 : 0;
}

export async function runCommandLine(argv: readonly string[], line: CommandLine): Promise<number> {
  try {
    return await run(argv, line);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    line.errors.write(`${error.message} See backend-client --help.\n`);
    return 2;
  }
}
