/**
 * Returns a Vite plugin that resolves workspace packages to their TypeScript sources, so that tests
 * need no build. It sets the export condition `source`, and imports `.sql`, `.html` and `.deno.js`
 * files as strings.
 */
export function workspaceSources() {
  const conditions = ["source", "module", "development|production"];
  return {
    name: "workspace-sources",
    enforce: "pre" as const,
    // Tests, global setups and the browser are separate environments of Vitest. Each has its own
    // conditions.
    configEnvironment: (name: string) => ({
      resolve: { conditions: [...conditions, name === "client" ? "browser" : "node"] },
    }),
    transform(code: string, id: string) {
      if (!/\.(sql|html|deno\.js)$/.test(id)) return null;
      return { code: `export default ${JSON.stringify(code)};`, map: null };
    },
  };
}
