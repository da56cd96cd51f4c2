import { readFileSync } from "node:fs";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

export const readRecords = <Row>(name: string): Row[] =>
  read(name)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);

export const readSetup = (): string => read("setup.sql");
