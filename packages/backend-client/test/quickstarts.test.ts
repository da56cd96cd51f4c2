import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { quickstartFiles } from "./support/quickstarts.js";

const root = fileURLToPath(new URL("../docs/quickstarts/", import.meta.url));
const names = globSync("*.md", { cwd: root }).map((file) => file.replace(/\.md$/, ""));

it("quickstarts exist for Next, Node, React Router, SvelteKit and Workers", () => {
  expect(names.sort()).toEqual(["next", "node", "react-router", "sveltekit", "workers"]);
});

it.each(names)(
  "the quickstart %s names the file of each code block, except for commands",
  (name) => {
    const text = readFileSync(`${root}${name}.md`, "utf8");
    const blocks = [...text.matchAll(/^```(\w+)$/gm)].map(([, kind]) => kind);
    const files = quickstartFiles(name);
    expect(files.size).toBeGreaterThan(1);
    expect(blocks.filter((kind) => kind !== "sh")).toHaveLength(files.size);
  },
);

it.each(names)(
  "the quickstart %s installs the SDK, signs in by password and by code, shows a signed-in page, and has at most 230 lines",
  (name) => {
    const text = readFileSync(`${root}${name}.md`, "utf8");
    const install = text.indexOf("npm install @dossier/backend-client\n");
    const account = text.indexOf("You are signed in as");
    expect(install).toBeGreaterThan(0);
    expect(account).toBeGreaterThan(install);
    expect(text).toContain("signInWithPassword(");
    expect(text).toContain("verifyOtp(");
    expect(text.split("\n").length).toBeLessThanOrEqual(230);
  },
);

it("the quickstart for Next has an error page that reads the error's digest", () => {
  expect(quickstartFiles("next").get("app/error.tsx")).toContain("readDigest(error.digest)");
});

it("the quickstart for Workers contains a valid wrangler.json whose entry point is src/worker.ts", () => {
  expect(JSON.parse(quickstartFiles("workers").get("wrangler.json") ?? "")).toMatchObject({
    main: "src/worker.ts",
  });
});
