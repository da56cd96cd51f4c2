import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findMissingFields,
  findWrongLevel,
  levelOfChange,
  levelOfVersion,
} from "./release-check.mjs";

const complete = {
  repository: {
    type: "git",
    url: "git+https://host.example/a.git",
    directory: "packages/backend-client",
  },
  homepage: "https://host.example",
  bugs: "https://host.example/bugs",
  author: "A",
};

test("findMissingFields names each missing field of package.json", () => {
  assert.deepEqual(findMissingFields(complete), []);
  assert.deepEqual(findMissingFields({ ...complete, homepage: undefined }), [
    'packages/backend-client/package.json has no "homepage".',
  ]);
  assert.equal(findMissingFields({}).length, 4);
  assert.deepEqual(findMissingFields({ ...complete, repository: { url: "x" } }), [
    'packages/backend-client/package.json has no "repository.directory".',
  ]);
});

test("levelOfChange requires a major version for a removed or changed declaration", () => {
  assert.equal(levelOfChange("a(): void;\nb(): void;", "b(): void;"), "major");
  assert.equal(levelOfChange("a(): void;", "a(x: string): void;"), "major");
  assert.equal(levelOfChange("x: string;\nx: string;", "x: string;"), "major");
});

test("levelOfChange requires a minor version for an added declaration, and a patch version if only the order changes", () => {
  assert.equal(levelOfChange("a(): void;", "a(): void;\nb(): void;"), "minor");
  assert.equal(levelOfChange("a;\nb;", "  b;\n\na;"), "patch");
});

test("levelOfVersion returns major, minor or patch, and ignores an -rc suffix", () => {
  assert.equal(levelOfVersion("1.2.3", "2.0.0-rc.0"), "major");
  assert.equal(levelOfVersion("1.2.3", "1.3.0"), "minor");
  assert.equal(levelOfVersion("1.2.3", "1.2.4"), "patch");
});

test("findWrongLevel reports a version bump that is too small for the changed declarations, except between candidates of one release", () => {
  const released = { version: "1.0.0", api: "a;\nb;" };
  assert.deepEqual(findWrongLevel(undefined, { version: "1.0.0" }, "a;"), []);
  assert.deepEqual(findWrongLevel(released, { version: "2.0.0" }, "a;"), []);
  assert.deepEqual(findWrongLevel(released, { version: "1.1.0" }, "a;\nb;\nc;"), []);
  assert.match(findWrongLevel(released, { version: "1.1.0" }, "a;")[0], /need a major version/);
  assert.match(findWrongLevel(released, { version: "1.0.1" }, "a;\nb;\nc;")[0], /need a minor/);
  const candidate = { version: "1.0.0-rc.0", api: "a;" };
  assert.deepEqual(findWrongLevel(candidate, { version: "1.0.0-rc.1" }, "b;"), []);
});
