import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** Reads a file with one record per line. */
export const readRecords = <Row>(name: string): Row[] =>
  read(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

/** The SQL that the recorded calls of storage, REST and SQL start from. */
export const readSetup = (): string => read("setup.sql");
