import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** Reads a file that has one JSON record per line. */
export const readRecords = <Row>(name: string): Row[] =>
  read(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

/** Returns the SQL that prepares a database for the recorded calls of storage, REST and SQL. */
export const readSetup = (): string => read("setup.sql");
