import { createRequire } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { nextTesting } from "./next-testing.js";

const require = createRequire(import.meta.url);

async function askFor(source: string, config: object = {}): Promise<string | undefined> {
  const plugin = nextTesting();
  plugin.configResolved(config);
  const resolve = vi.fn(async () => ({ id: `/app/node_modules/${source}/index.js` }));
  const id = await plugin.resolveId.call({ resolve }, source, "/app/page.tsx");
  if (id === undefined) return undefined;
  if (source !== "server-only") {
    expect(resolve).toHaveBeenCalledExactlyOnceWith(source, "/app/page.tsx", { skipSelf: true });
  }
  // Vitest does not transform modules in node_modules, so the plugin could not replace imports
  // there.
  expect(id).not.toContain("node_modules");
  return plugin.load(id);
}

describe("the plugin for Vitest", () => {
  it.each(["next/headers", "next/headers.js", "next/cache", "next/server", "react"])(
    "keeps the exports of %s that it does not replace",
    async (source) => {
      const text = await askFor(source);
      expect(text).toContain(`export * from "/app/node_modules/${source}/index.js";`);
      expect(text).toMatch(/export \{ [\w, ]+ \} from ".*\/testing\/next\/replacements\.ts";/);
    },
  );

  it("keeps React's default export", async () => {
    expect(await askFor("react")).toContain("export { default } from");
    expect(await askFor("next/cache")).not.toContain("default");
  });

  it.each(["next/headers", "next/cache"])(
    "replaces everything in %s, because all of it needs Next's server",
    async (source) => {
      const text = (await askFor(source)) ?? "";
      const [, names = ""] = /export \{ ([\w, ]+) \}/.exec(text) ?? [];
      expect(names.split(", ").sort()).toEqual(Object.keys(require(`${source}.js`)).sort());
    },
  );

  it("replaces the SDK's createNextBackend and the module server-only", async () => {
    expect(await askFor("@dossier/backend-client/next")).toMatch(
      /export \{ createNextBackend \} from ".*\/testing\/next\/replaced-backend\.ts";/,
    );
    expect(await askFor("server-only")).toBe("export {};");
  });

  it.each(["vitest", "next", "next/link", "react-dom", "constructor", "./react"])(
    "does not change the import of %s",
    async (source) => {
      expect(await askFor(source)).toBeUndefined();
    },
  );

  it("changes nothing in Vitest's browser mode", async () => {
    const config = { test: { browser: { enabled: true } } };
    for (const source of ["react", "server-only", "next/headers"]) {
      expect(await askFor(source, config)).toBeUndefined();
    }
    expect(await askFor("react", { test: { browser: { enabled: false } } })).toBeDefined();
  });

  it("ignores modules that are not installed, and modules of other plugins", async () => {
    const plugin = nextTesting();
    const resolve = async () => null;
    expect(await plugin.resolveId.call({ resolve }, "next/server", undefined)).toBeUndefined();
    expect(plugin.load("\0virtual:other")).toBeUndefined();
  });

  it("adds the SDK to Vitest's inlined modules, unless Vitest inlines all modules", () => {
    const inline = (given: unknown) =>
      nextTesting().config({ test: { server: { deps: { inline: given } } } });
    const added = { test: { server: { deps: { inline: ["@dossier/backend-client"] } } } };
    expect(nextTesting().config({})).toEqual(added);
    expect(inline(["other"])).toEqual(added);
    expect(inline(true)).toEqual({});
  });
});
