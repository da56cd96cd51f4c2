import { parseArgs } from "node:util";
import { LocalBackendError } from "../config/errors.ts";
import { type CommandOptions, reset, start, status, stop } from "./commands.ts";

const HELP = `Usage: local-backend start|reset|status|stop [options]

Commands:
  start    run until Ctrl-C
  reset    delete all data, emails and stored files, then rebuild the database from its
           migrations and seed
  status   show the state, URLs and keys, and the paths of postgres, postgrest and deno
           (exits with code 3 if the backend is stopped)
  stop     stop the backend that uses the data directory

Options of start:
  --memory           use a temporary database, deleted when the backend stops
  --from-schemas     with --memory: build the database from the files listed in schema_paths
                     (config.toml), not from the migrations
  --port PORT        API port, instead of the one in config.toml; 0 picks a free one
  --db-port PORT     PostgreSQL port, instead of the one in config.toml; 0 picks a free one
  --no-legacy-keys   refuse the anon and service_role keys as API keys

Option of start and reset:
  --no-seed          do not run the seed

Options of all commands:
  --dir DIR          the supabase/ folder (default: supabase)
  --data-dir DIR     where data is stored (default: <dir>/.local)
  --json             print one line of JSON instead of text
  -h, --help         show this help
`;

const COMMANDS: Record<string, (options: CommandOptions) => Promise<number>> = {
  start,
  reset,
  status,
  stop,
};

const START_ONLY = ["memory", "from-schemas", "port", "db-port", "no-legacy-keys"] as const;

function usageError(message: string): LocalBackendError {
  return new LocalBackendError("bad_option", `${message} See local-backend --help.`);
}

function readArguments(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        dir: { type: "string", default: "supabase" },
        "data-dir": { type: "string" },
        memory: { type: "boolean", default: false },
        "from-schemas": { type: "boolean", default: false },
        port: { type: "string" },
        "db-port": { type: "string" },
        "no-seed": { type: "boolean", default: false },
        "no-legacy-keys": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (cause) {
    // Node's message continues with advice on the syntax.
    const sentence = cause instanceof Error ? cause.message.split(/\. |\n/)[0] : "";
    throw usageError(`${sentence}.`);
  }
}

function readPort(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw usageError(`--${name} must be a number up to 65535, not "${text}".`);
  return port;
}

async function main(argv: string[]): Promise<number> {
  const { values, positionals } = readArguments(argv);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const [name = "", ...rest] = positionals;
  const command = COMMANDS[name];
  if (!command) throw usageError(name === "" ? "Specify a command." : `Unknown command "${name}".`);
  if (rest.length > 0) throw usageError(`Unexpected argument "${rest[0]}".`);
  for (const option of START_ONLY) {
    const isGiven = values[option] !== undefined && values[option] !== false;
    if (isGiven && name !== "start") throw usageError(`--${option} only works with start.`);
  }
  return command({
    dir: values.dir,
    dataDir: values["data-dir"],
    isMemory: values.memory,
    fromSchemas: values["from-schemas"],
    apiPort: readPort(values.port, "port"),
    dbPort: readPort(values["db-port"], "db-port"),
    isSeedWanted: !values["no-seed"],
    areLegacyKeysAllowed: !values["no-legacy-keys"],
    isJson: values.json,
    print: (text) => process.stdout.write(`${text}\n`),
    log: (line) => process.stderr.write(`${line}\n`),
  });
}

export async function runCommandLine(): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    const isExpected = error instanceof LocalBackendError;
    process.stderr.write(`${isExpected ? error.message : ((error as Error)?.stack ?? error)}\n`);
    process.exitCode = 1;
  }
}
