import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { clusterCache } from "../../scripts/cluster-cache.ts";
import { shareWorkers } from "../../scripts/vitest-isolation.ts";
import { workspaceSources } from "../../scripts/vitest-sources.ts";
import { nextTesting } from "./src/testing/vitest/next-testing.ts";

process.env.TZ = "Asia/Kathmandu";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const chromiumFile = here("../../.tools/chromium-path");
const chromium = existsSync(chromiumFile)
  ? readFileSync(chromiumFile, "utf8").trim()
  : process.env.CHROMIUM_PATH;

const BUILT_FILES = "test/{directives,documentation,exports,loaded-modules}.test.ts";
const BUILT_PROGRAMS = "test/slow/{compilers,examples,runtimes}.test.ts";
const CONTRACT = "test/contract/*.test.ts";
const SIMULATIONS = "test/slow/{heap,limits,one-visitor,races}.test.ts";
const CHROMIUM = "test/slow/{pages,passkeys,signed-in-state}.test.ts";

const NODE_FILES = ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"];
const NOT_NODE = [
  "**/*.browser.test.*",
  ...["test/consumers/**", "test/slow/**"],
  ...[BUILT_FILES, CONTRACT],
];

export default defineConfig({
  plugins: [workspaceSources(), clusterCache(), nextTesting()],
  resolve: {
    alias: {
      "#crypto": here("src/crypto/node.ts"),
      "#memory-server": here("src/testing/memory-server/listen.ts"),
    },
  },
  test: {
    reporters: ["default", "json"],
    outputFile: { json: "reports/vitest.json" },
    // Long enough for a busy machine.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    // Maximum length of a value in a title of `it.each`.
    taskTitleValueFormatTruncate: 200,
    projects: [
      ...shareWorkers(import.meta.url, {
        name: "node",
        environment: "node",
        include: NODE_FILES,
        exclude: NOT_NODE,
      }),
      ...shareWorkers(import.meta.url, {
        name: "contract",
        environment: "node",
        include: [CONTRACT],
        hookTimeout: 60_000,
      }),
      {
        extends: true,
        test: {
          name: "slow-simulations",
          environment: "node",
          include: [SIMULATIONS, CHROMIUM],
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        resolve: {
          alias: {
            "#crypto": here("src/crypto/web.ts"),
            "#memory-server": here("src/testing/memory-server/nowhere.ts"),
          },
        },
        // Vite would reload the page if it discovered one of these packages during a test.
        optimizeDeps: {
          include: [
            "@supabase/postgrest-js",
            "@supabase/realtime-js",
            "react",
            "react-dom",
            "react-dom/client",
            "react/jsx-dev-runtime",
            "tus-js-client",
          ],
        },
        test: {
          name: "browser",
          include: ["src/**/*.browser.test.tsx", "test/**/*.browser.test.tsx"],
          globalSetup: "test/support/provide-backend.ts",
          hookTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromium ? { executablePath: chromium } : {}),
                args: ["--no-sandbox", "--disable-dev-shm-usage"],
              },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: "built",
          environment: "node",
          include: [BUILT_FILES],
          globalSetup: "test/support/build-package.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "slow-programs",
          environment: "node",
          include: [BUILT_PROGRAMS],
          globalSetup: "test/support/build-package.ts",
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // Runs the same steps with the same app on each JavaScript runtime.
        test: {
          name: "slow-conformance",
          environment: "node",
          include: ["conformance/*.test.ts"],
          globalSetup: ["test/support/build-package.ts", "test/consumers/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "slow-consumers",
          environment: "node",
          include: ["test/consumers/*.test.ts"],
          globalSetup: ["test/support/build-package.ts", "test/consumers/global-setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "types",
          include: [],
          typecheck: { enabled: true, only: true, include: ["src/**/*.test-d.ts"] },
        },
      },
    ],
  },
});
