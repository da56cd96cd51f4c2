import { expect, it } from "vitest";
import { nodeCrypto, sha256 } from "./node-crypto.js";

it.each([
  ["no process", undefined],
  ["a process of its own", {}],
  ["no such module", { getBuiltinModule: () => undefined }],
])("a platform with %s has no crypto of Node's", (_name, other) => {
  const { process } = globalThis;
  try {
    Object.assign(globalThis, { process: other });
    expect(nodeCrypto()).toBeNull();
  } finally {
    Object.assign(globalThis, { process });
  }
});

it("a hash is the same with and without Node", async () => {
  const known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(nodeCrypto()).not.toBeNull();
  expect(await sha256("abc")).toBe(known);
  expect(await sha256("abc", null)).toBe(known);
});
