/** Resolves workspace packages to their TypeScript sources, so that tests need no build. */
export function workspaceSources() {
  const conditions = ["source", "module", "development|production"];
  return {
    name: "workspace-sources",
    enforce: "pre" as const,
    // Vitest has separate environments for tests, global setups and the browser.
    configEnvironment: (name: string) => ({
      resolve: { conditions: [...conditions, name === "client" ? "browser" : "node"] },
    }),
    transform(code: string, id: string) {
      if (!/\.(sql|html|deno\.js)$/.test(id)) return null;
      return { code: `export default ${JSON.stringify(code)};`, map: null };
    },
  };
}
