import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { afterEach, expect, it, vi } from "vitest";

async function load() {
  vi.resetModules();
  return import("./inside-hook.js");
}

afterEach(() => {
  vi.unstubAllGlobals();
  // Later tests must not reuse a module that was loaded with stubbed globals.
  vi.resetModules();
});

it("isInsideHook returns true in a hook, both in Node and in runtimes with a global AsyncLocalStorage", async () => {
  const refuse = () => {
    throw new Error("process.getBuiltinModule is not supported in the Edge Runtime");
  };
  for (const globals of [{}, { AsyncLocalStorage, process: { getBuiltinModule: refuse } }]) {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    const { isInsideHook, runInsideHook } = await load();
    const inside = runInsideHook(async () => {
      await Promise.resolve();
      return isInsideHook();
    });
    expect(isInsideHook()).toBe(false);
    expect(await inside).toBe(true);
  }
});

it("isInsideHook returns false after the hook, even in work that the hook started", async () => {
  const { isInsideHook, runInsideHook } = await load();
  const left = await runInsideHook(() => AsyncResource.bind(isInsideHook));
  expect(left()).toBe(false);
  const failed = { isInside: isInsideHook };
  await runInsideHook(() => {
    failed.isInside = AsyncResource.bind(isInsideHook);
    throw new Error("the hook failed");
  }).catch(() => undefined);
  expect(failed.isInside()).toBe(false);
});

it("isInsideHook returns false in Deno, even in a hook, because later requests inherit a hook's async context", async () => {
  vi.stubGlobal("Deno", { version: { deno: "2.9.6" } });
  const { isInsideHook, runInsideHook } = await load();
  expect(await runInsideHook(async () => isInsideHook())).toBe(false);
});
