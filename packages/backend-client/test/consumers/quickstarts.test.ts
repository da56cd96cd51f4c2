import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import type { LocalBackend } from "@dossier/local-backend";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type App, startApp } from "../../conformance/process.js";
import { startWorkerd, WITH_NODE } from "../../conformance/rows.js";
import { openFormBrowser } from "../support/form-browser.js";
import { quickstartFiles } from "../support/quickstarts.js";
import { ADAM, MIA, openBackend } from "./backend.js";
import { createProject, type Project } from "./package.js";

const require = createRequire(import.meta.url);
const own = (name: string): string => `${name}@${require(`${name}/package.json`).version}`;
const TYPESCRIPT = `typescript@${require("typescript5/package.json").version}`;
const NODE_TYPES = "@types/node@24.19.2";
const REACT = [own("react"), own("react-dom"), own("@types/react"), own("@types/react-dom")];
const NEXT = "node_modules/next/dist/bin/next";
const REACT_ROUTER = "8.4.0";

function tsconfig(options: Record<string, unknown>, rest: Record<string, unknown> = {}): string {
  const compilerOptions = {
    ...{ target: "ES2022", module: "ESNext", moduleResolution: "Bundler", strict: true },
    ...{ noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    ...options,
  };
  return JSON.stringify({ compilerOptions, ...rest });
}

/** For a server that cannot choose a free port itself. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return String(port);
}

interface Quickstart {
  name: string;
  packages: string[];
  template: Record<string, string>;
  build: string[][];
  start(project: Project, variables: Record<string, string>): Promise<App>;
}

const node = (...args: string[]): string[] => [process.execPath, ...args];
const run = (args: string[], project: Project, variables: Record<string, string>) =>
  startApp(process.execPath, args, { cwd: project.dir, variables });

const QUICKSTARTS: Quickstart[] = [
  {
    name: "next",
    packages: [own("next"), ...REACT, TYPESCRIPT, NODE_TYPES],
    template: {
      // create-next-app writes this file. With this setting, the build fails for a page without a
      // loading.tsx above it.
      "next.config.ts": "export default { cacheComponents: true };\n",
      "tsconfig.json": tsconfig(
        { lib: ["ES2023", "DOM", "DOM.Iterable"], jsx: "react-jsx", paths: { "@/*": ["./*"] } },
        { include: ["**/*.ts", "**/*.tsx", ".next/types/**/*.ts"], exclude: ["node_modules"] },
      ),
    },
    // With Cache Components, Next does not render the state of a form that was sent without
    // scripts, so the tests use a second build without them.
    build: [
      node(NEXT, "build"),
      node("-e", 'fs.writeFileSync("next.config.ts", "export default {};")'),
      node(NEXT, "build"),
    ],
    start: (project, { SUPABASE_URL = "", SUPABASE_PUBLISHABLE_KEY = "" }) =>
      run([NEXT, "start", "-H", "127.0.0.1", "-p", "0"], project, {
        NEXT_PUBLIC_SUPABASE_URL: SUPABASE_URL,
        NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: SUPABASE_PUBLISHABLE_KEY,
      }),
  },
  {
    name: "node",
    packages: [TYPESCRIPT, NODE_TYPES],
    template: {
      "tsconfig.json": tsconfig({
        module: "NodeNext",
        moduleResolution: "NodeNext",
        types: ["node"],
      }),
    },
    build: [node("node_modules/typescript/bin/tsc")],
    start: (project, variables) => run(["server.ts"], project, { ...variables, PORT: "0" }),
  },
  {
    name: "workers",
    packages: [TYPESCRIPT],
    template: {
      "tsconfig.json": tsconfig(
        { lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] },
        { include: ["src"] },
      ),
      "worker.js": 'export { default } from "./src/worker.ts";\n',
    },
    build: [node("node_modules/typescript/bin/tsc")],
    start: (project, variables) => startWorkerd(project, WITH_NODE, variables),
  },
  {
    name: "sveltekit",
    packages: [
      ...["@sveltejs/kit@3.2.0", "@sveltejs/adapter-node@6.0.1", "svelte@5.57.3", "vite@8.3.8"],
      ...["@sveltejs/vite-plugin-svelte@7.3.1", "svelte-check@4.7.8", TYPESCRIPT, NODE_TYPES],
    ],
    template: {
      "tsconfig.json": JSON.stringify({
        extends: "$app/tsconfig",
        compilerOptions: { strict: true, skipLibCheck: true },
        include: ["src", "*.ts"],
      }),
      "vite.config.ts": `import adapter from "@sveltejs/adapter-node";
        import { sveltekit } from "@sveltejs/kit/vite";
        import { defineConfig } from "vite";
        export default defineConfig({ plugins: [sveltekit({ adapter: adapter() })] });`,
      "src/app.html":
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
    },
    build: [
      node("node_modules/@sveltejs/kit/svelte-kit.js", "sync"),
      node("node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings"),
      node("node_modules/vite/bin/vite.js", "build"),
    ],
    async start(project, variables) {
      const args = ["preview", "--host", "127.0.0.1", "--strictPort", "--port", await freePort()];
      return run(["node_modules/vite/bin/vite.js", ...args], project, {
        ...variables,
        NO_COLOR: "1",
      });
    },
  },
  {
    name: "react-router",
    packages: [
      ...["@react-router/dev", "@react-router/node", "@react-router/serve", "react-router"].map(
        (name) => `${name}@${REACT_ROUTER}`,
      ),
      ...[...REACT, "vite@8.3.8", "isbot@5.2.3", TYPESCRIPT, NODE_TYPES],
    ],
    template: {
      "tsconfig.json": tsconfig(
        {
          lib: ["ES2022", "DOM", "DOM.Iterable"],
          ...{
            jsx: "react-jsx",
            types: ["node", "vite/client"],
            rootDirs: [".", "./.react-router/types"],
          },
        },
        { include: ["app", ".react-router/types/**/*"] },
      ),
      "vite.config.ts": `import { reactRouter } from "@react-router/dev/vite";
        import { defineConfig } from "vite";
        export default defineConfig({ plugins: [reactRouter()] });`,
      "react-router.config.ts": "export default { ssr: true };",
      // The framework's own server cannot choose a free port and print it.
      "start.js": `import { createServer } from "node:http";
        import { createRequestListener } from "@react-router/node";
        import * as build from "./build/server/index.js";
        const server = createServer(createRequestListener({ build }));
        server.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port));`,
    },
    build: [
      node("node_modules/@react-router/dev/bin.cjs", "typegen"),
      node("node_modules/typescript/bin/tsc"),
      node("node_modules/@react-router/dev/bin.cjs", "build"),
    ],
    start: (project, variables) => run(["start.js"], project, variables),
  },
];

describe.each(QUICKSTARTS)("the quickstart for $name", (quickstart) => {
  let project: Project;
  let backend: LocalBackend;
  let app: App;

  beforeAll(async () => {
    const { name, packages, template, build, start } = quickstart;
    backend = await openBackend();
    const variables = {
      SUPABASE_URL: backend.urls.api,
      SUPABASE_PUBLISHABLE_KEY: backend.keys.publishable,
    };
    const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}\n`);
    project = await createProject(inject("tarball"), `quickstart-${name}`, {
      with: packages,
      files: { ".env": lines.join(""), ...template, ...Object.fromEntries(quickstartFiles(name)) },
    });
    for (const [command = "", ...args] of build) await project.run(command, ...args);
    app = await start(project, variables);
  }, 600_000);
  afterAll(async () => {
    await app?.stop();
    await backend?.stop();
    project?.remove();
  }, 60_000);

  it("signs in with a password after a wrong password, and signs out", async () => {
    const browser = openFormBrowser(app.origin);
    const asked = await browser.open("/account?tab=1");
    expect(asked.path).toMatch(/^\/sign-in\?next=(?:%2F|\/)account%3Ftab%3D1$/);
    const wrong = await browser.press("Sign in", { email: MIA.email, password: "wrong" });
    expect(wrong.text).toContain("The email, password or code is wrong. Try again.");
    const right = await browser.press("Sign in", MIA);
    expect([right.status, right.path]).toEqual([200, "/account?tab=1"]);
    expect(right.text).toContain(`You are signed in as ${MIA.email}.`);
    expect((await browser.press("Sign out")).path).toBe("/sign-in");
    expect((await browser.open("/account")).path).toMatch(/^\/sign-in/);
  });

  it("signs in with a code, and shows the same page for an unknown email address", async () => {
    const browser = openFormBrowser(app.origin);
    await browser.open("/account");
    const unknown = await browser.press("Email me a code", { email: "nobody@example.org" });
    expect(unknown.text).toContain("If nobody@example.org has an account, a code is on its way.");
    await browser.open("/account");
    const sent = await browser.press("Email me a code", { email: ADAM.email });
    expect(sent.text).toContain(`If ${ADAM.email} has an account, a code is on its way.`);
    const { codes } = await backend.mailbox.waitFor({ to: ADAM.email });
    const page = await browser.press("Continue", { code: codes[0] ?? "" });
    expect([page.path, page.text]).toEqual([
      "/account",
      expect.stringContaining(`You are signed in as ${ADAM.email}.`),
    ]);
  });

  it("refuses a sign-in form post from another site", async () => {
    const browser = openFormBrowser(app.origin, "https://evil.example");
    await browser.open("/sign-in");
    await browser.press("Sign in", MIA);
    expect((await browser.open("/account")).path).toMatch(/^\/sign-in/);
  });
});
