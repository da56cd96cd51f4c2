import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };

const dist = (entry: string) => fileURLToPath(new URL(`../dist/${entry}`, import.meta.url));

/** Run-time names of every entry. A change here is a change of the public contract. */
const SURFACE: Record<string, string[]> = {
  "browser/index.js": ["createBrowserBackend"],
  "react/index.js": ["BackendProvider", "useBackend", "useChannel", "useSession", "useUpload"],
  "server/index.js": ["clientNetwork", "createSessionServer", "safeNext"],
  "testing/index.js": [
    "authAnswer",
    "buildSession",
    "createMemoryBackend",
    "createMemoryJar",
    "createVirtualClock",
    "totpCode",
  ],
};

describe("the public surface", () => {
  it.each(Object.entries(SURFACE))("of %s is what it was", async (entry, names) => {
    const module: Record<string, unknown> = await import(dist(entry));
    expect(Object.keys(module).sort()).toEqual(names);
  });

  it("of the root holds the names of the contract", async () => {
    const names = Object.keys(await import(dist("index.js")));
    expect(names).toEqual(
      expect.arrayContaining([
        "BackendError",
        "configFromEnvironment",
        "defineBackend",
        "isBackendError",
        "isSessionOver",
        "toInitialSession",
        "unwrap",
      ]),
    );
    // Besides these there are constants only.
    const others = names.filter((name) => !/^[A-Z][A-Z0-9_]+$/.test(name));
    expect(others.sort()).toEqual([
      "BackendError",
      "configFromEnvironment",
      "defineBackend",
      "isBackendError",
      "isSessionOver",
      "toInitialSession",
      "unwrap",
    ]);
  });

  it("of ./next is what it was", () => {
    // Node refuses "server-only" outside a server component, so ./next is read, not run.
    expect(readFileSync(dist("next/index.js"), "utf8")).toMatch(/export \{[^}]*createNextBackend/);
  });

  it("lists a declaration beside every entry", () => {
    for (const [name, target] of Object.entries(packageJson.exports)) {
      if (typeof target === "string") continue;
      for (const file of [target.types, target.default]) {
        const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
        expect(() => readFileSync(path), `${name}: ${file}`).not.toThrow();
      }
    }
  });
});
