import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["']([@\w./:-]+)["']/g;

function reached(entry: string): Set<string> {
  const packages = new Set<string>();
  const files = [join(dist, entry)];
  const seen = new Set<string>();
  for (let file = files.pop(); file; file = files.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    // In browser builds, ./service imports a missing file on purpose.
    if (!existsSync(file)) continue;
    for (const [, target = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      if (target.startsWith(".")) files.push(join(dirname(file), target));
      else packages.add(target);
    }
  }
  return packages;
}

const firstLine = (entry: string) => readFileSync(join(dist, entry), "utf8").split("\n", 1)[0];

describe("the built package", () => {
  it("contains the file dist/react/index.js", () => {
    expect(existsSync(join(dist, "react/index.js")), "run the build first").toBe(true);
  });

  it("has the client directive only in ./react", () => {
    expect(firstLine("react/index.js")).toBe('"use client";');
    for (const entry of [
      "index.js",
      "server/index.js",
      "service/index.js",
      "next/index.js",
      "browser/index.js",
      "testing/index.js",
      "testing/next/index.js",
      "testing/next/replaced-backend.js",
    ]) {
      expect(firstLine(entry), entry).not.toContain("use client");
    }
  });

  it("uses no Node types in its declarations", () => {
    const files = globSync("**/*.d.ts", { cwd: dist });
    expect(files.length).toBeGreaterThan(50);
    const named = files.filter((file) =>
      /\b(?:Buffer|NodeJS)\b|types="node"/.test(
        readFileSync(join(dist, file), "utf8").replace(/\/\*.*?\*\//gs, ""),
      ),
    );
    expect(named).toEqual([]);
  });

  it("imports server-only in the browser file of ./next, and nowhere else", () => {
    expect(reached("next/in-browser.js")).toContain("server-only");
    for (const entry of [
      "index.js",
      "next/index.js",
      "server/index.js",
      "service/index.js",
      "browser/index.js",
      "react/index.js",
      "testing/index.js",
      "testing/next/index.js",
      "testing/next/replacements.js",
      "testing/next/replaced-backend.js",
      "testing/vitest/index.js",
      "testing/playwright/index.js",
    ]) {
      expect(reached(entry), entry).not.toContain("server-only");
    }
  });

  it("has a browser file for ./service that imports a missing file, so that browser builds fail", () => {
    const targets = readFileSync(join(dist, "service/in-browser.js"), "utf8").matchAll(IMPORT);
    const names = [...targets].map(([, target]) => target);
    expect(names).toEqual(["./@dossier/backend-client/service-is-for-servers-only"]);
    expect(existsSync(join(dist, "service/@dossier"))).toBe(false);
  });

  it("imports only supabase-js and the query builder in ./service", () => {
    expect([...reached("service/index.js")].sort()).toEqual([
      "@supabase/postgrest-js",
      "@supabase/supabase-js",
    ]);
  });

  it("imports OpenTelemetry only in ./otel, and in no type declaration", () => {
    const peer = "@opentelemetry/api";
    const { exports } = packageJson as { exports: Record<string, { default?: string }> };
    const entries = Object.values(exports).flatMap(({ default: file }) => file?.slice(7) ?? []);
    const named = entries.filter((entry) => reached(entry).has(peer));
    expect(named).toEqual(["otel/index.js"]);
    const declarations = globSync("**/*.d.ts", { cwd: dist });
    const isNamed = (file: string) =>
      readFileSync(join(dist, file), "utf8").includes(`from "${peer}`);
    expect(declarations.filter(isNamed)).toEqual([]);
  });

  it.each(["index.js"])("imports no package in %s", (entry) => {
    expect([...reached(entry)]).toEqual([]);
  });

  it("imports only postgrest-js, realtime-js and tus-js-client in ./browser, and only these and React in ./react", () => {
    const allowed = ["@supabase/postgrest-js", "@supabase/realtime-js", "tus-js-client"];
    expect([...reached("browser/index.js")].sort()).toEqual(allowed);
    expect([...reached("react/index.js")].sort()).toEqual(
      [...allowed, "react", "react/jsx-runtime"].sort(),
    );
  });

  it("imports neither React nor Next in ./server", () => {
    const packages = [...reached("server/index.js")];
    expect(packages.filter((name) => /^(react|next)(\/|$|-)/.test(name))).toEqual([]);
  });

  it("imports only jose and the query builder in ./testing, so that tests run on any platform", () => {
    expect([...reached("testing/index.js")].sort()).toEqual(["@supabase/postgrest-js", "jose"]);
  });

  it("imports only Node's `url` in the Vitest plugin, and only `async_hooks` and Next in ./testing/next", () => {
    expect([...reached("testing/vitest/index.js")]).toEqual(["url"]);
    const packages = [...reached("testing/next/index.js")].sort();
    expect(packages).toEqual(["async_hooks", "next/headers.js", "next/server.js"]);
  });

  it("does not contain session-client.test.d.ts", () => {
    expect(existsSync(join(dist, "browser/session-client.test.d.ts"))).toBe(false);
  });
});
