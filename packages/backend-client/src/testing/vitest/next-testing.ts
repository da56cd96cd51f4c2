import { fileURLToPath } from "node:url";

/** A Vite plugin, with a type that compiles without Vite. */
export interface NextTestingPlugin {
  /** Name of the plugin in Vite's messages. */
  name: string;
  /** Runs before Vite's own resolution. */
  enforce: "pre";
  /**
   * Makes Vitest transform the installed SDK. If Node loaded the SDK, the SDK would use Next's own
   * modules.
   */
  config(config: object): { test?: { server: { deps: { inline: string[] } } } };
  /** Reads from the configuration whether the tests run in a browser. */
  configResolved(config: object): void;
  /** Resolves the modules to replace. */
  resolveId(
    this: NextTestingContext,
    source: string,
    importer: string | undefined,
  ): Promise<string | undefined>;
  /** Returns the source text of a replaced module. */
  load(id: string): string | undefined;
}

/** The part of Vite's plugin context that the plugin uses. */
export interface NextTestingContext {
  /** Resolves a module with Vite's other plugins. */
  resolve(
    source: string,
    importer?: string,
    options?: {
      skipSelf?: boolean;
    },
  ): Promise<{
    id: string;
  } | null>;
}

interface TestConfig {
  test?: { browser?: { enabled?: boolean }; server?: { deps?: { inline?: unknown } } };
}

const PACKAGE = "@dossier/backend-client";

/** Makes Vitest transform the module. Without `virtual:` in the id, Node would load it. */
const PREFIX = `\0virtual:${PACKAGE}/`;

const REPLACED: Record<string, { file: string; names: readonly string[] }> = {
  "next/headers": { file: "replacements", names: ["cookies", "draftMode", "headers"] },
  "next/navigation": { file: "replacements", names: ["forbidden", "unauthorized"] },
  "next/server": { file: "replacements", names: ["after", "connection"] },
  "next/cache": {
    file: "replacements",
    names: [
      ...["cacheLife", "cacheTag", "io", "navigation", "prefetch", "refresh"],
      ...["revalidatePath", "revalidateTag", "updateTag"],
      ...["unstable_cache", "unstable_cacheLife", "unstable_cacheTag", "unstable_noStore"],
    ],
  },
  react: { file: "replacements", names: ["cache"] },
  [`${PACKAGE}/next`]: { file: "replaced-backend", names: ["createNextBackend"] },
};

/** Throws on import, unless Next's bundler replaces this module. */
const SERVER_ONLY = "server-only";

function pathOf(file: string): string {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const url = new URL(`../next/${file}.${extension}`, import.meta.url);
  return fileURLToPath(url).replaceAll("\\", "/");
}

function moduleOf(source: string, real: string): string {
  const { file, names } = REPLACED[source] ?? { file: "", names: [] };
  const lines = [
    `export * from ${JSON.stringify(real)};`,
    `export { ${names.join(", ")} } from ${JSON.stringify(pathOf(file))};`,
  ];
  if (source === "react") lines.push(`export { default } from ${JSON.stringify(real)};`);
  return lines.join("\n");
}

/**
 * A Vitest plugin that lets {@link createNextTest} run a Next app. It replaces the functions of
 * `next/headers`, `next/server`, `next/cache` and `next/navigation` that need Next's server,
 * React's `cache`, `server-only` and the SDK's `createNextBackend`. In Vitest's browser mode, the
 * plugin does nothing.
 * @example
 * const plugins = [nextTesting()]; // for `defineConfig({ plugins })` in vitest.config.mts
 */
export function nextTesting(): NextTestingPlugin {
  let isBrowser = false;
  return {
    name: `${PACKAGE}/testing`,
    enforce: "pre",
    config(config) {
      const isAll = (config as TestConfig).test?.server?.deps?.inline === true;
      return isAll ? {} : { test: { server: { deps: { inline: [PACKAGE] } } } };
    },
    configResolved(config) {
      isBrowser = (config as TestConfig).test?.browser?.enabled === true;
    },
    async resolveId(source, importer) {
      if (isBrowser) return undefined;
      if (source === SERVER_ONLY) return PREFIX + SERVER_ONLY;
      const name = source.replace(/\.js$/, "");
      if (!Object.hasOwn(REPLACED, name)) return undefined;
      const real = await this.resolve(source, importer, { skipSelf: true });
      // Vitest lets Node load ids that contain `/node_modules/`, so encode the path.
      return real ? `${PREFIX}${name}?${Buffer.from(real.id).toString("base64url")}` : undefined;
    },
    load(id) {
      if (!id.startsWith(PREFIX)) return undefined;
      const [name = "", real = ""] = id.slice(PREFIX.length).split("?");
      return name === SERVER_ONLY
        ? "export {};"
        : moduleOf(name, Buffer.from(real, "base64url").toString());
    },
  };
}
