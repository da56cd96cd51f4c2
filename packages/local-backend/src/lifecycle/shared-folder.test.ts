import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refuseSharedFolder } from "./shared-folder.ts";

let root: string;
let projectDir: string;
let functions: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "apart-")));
  projectDir = join(root, "supabase");
  functions = join(projectDir, "functions");
  mkdirSync(projectDir);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const check = (dataDir: string) => () => refuseSharedFolder(dataDir, projectDir);
const refusal = (message: string) =>
  expect.objectContaining({ code: "data_directory_unusable", message });
const inside = (dataDir: string, where = functions) =>
  refusal(
    `The data directory ${dataDir} is in ${where}, whose files every function can read; choose a folder outside.`,
  );

test("accepts a data directory with a similar name next to the functions folder", () => {
  mkdirSync(functions);
  for (const name of [".local", "functions-data", "functions.local", "..functions"]) {
    expect(check(join(projectDir, name))).not.toThrow();
  }
});

test("refuses a data directory that is the functions folder or is in it, even before the folders exist", () => {
  for (const path of [functions, join(functions, "data"), join(functions, "a", "..data")]) {
    expect(check(path)).toThrow(inside(path));
  }
  mkdirSync(join(functions, "data"), { recursive: true });
  expect(check(join(functions, "data"))).toThrow(inside(join(functions, "data")));
});

test("refuses a data directory that leads into the functions folder through a symbolic link", () => {
  mkdirSync(join(functions, "data"), { recursive: true });
  symlinkSync(join(functions, "data"), join(root, "data"));
  const link = join(root, "data");
  expect(check(link)).toThrow(inside(`${link} (${join(functions, "data")})`));

  symlinkSync(projectDir, join(root, "project"));
  const below = join(root, "project", "functions", "new", "folder");
  expect(check(below)).toThrow(inside(`${below} (${join(functions, "new", "folder")})`));
});

test("refuses a data directory in the folder that the functions folder links to", () => {
  const shared = join(root, "shared");
  mkdirSync(shared);
  symlinkSync(shared, functions);
  expect(check(join(shared, "data"))).toThrow(
    inside(join(shared, "data"), `${functions} (${shared})`),
  );
});

test("refuses a data directory that contains the folder that the functions folder links to", () => {
  const dataDir = join(root, "data");
  const contains = (where: string) =>
    refusal(
      `The data directory ${dataDir} contains ${where}, which a fresh start deletes; choose another folder.`,
    );
  mkdirSync(join(dataDir, "code"), { recursive: true });
  symlinkSync(join(dataDir, "code"), functions);
  expect(check(dataDir)).toThrow(contains(`${functions} (${join(dataDir, "code")})`));
});
