import { readFileSync, writeFileSync } from "node:fs";
import { tableIn, tableOf } from "./table.ts";

const readme = new URL("../README.md", import.meta.url);
const record = JSON.parse(readFileSync(new URL("record.json", import.meta.url), "utf8"));
const text = readFileSync(readme, "utf8");
writeFileSync(readme, text.replace(tableIn(text), tableOf(record)));
