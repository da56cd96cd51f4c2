import { expect, it } from "vitest";
import { loadOnce } from "./load-once.js";

it("loadOnce returns an error when a load fails, and loads again on the next call", async () => {
  const thrown = new TypeError("Failed to fetch dynamically imported module");
  const results = [Promise.reject(thrown), Promise.resolve("loaded")];
  const load = loadOnce(() => results.shift() ?? Promise.reject(thrown));
  expect((await load()).error).toMatchObject({
    kind: "network",
    code: "unreachable",
    retryable: true,
    cause: thrown,
    message:
      "A part of the SDK could not be loaded. Check the connection and the files of the app.",
  });
  expect(await load()).toEqual({ data: "loaded", error: null });
  expect(await load()).toEqual({ data: "loaded", error: null });
});
