import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { checkGuards } from "../checks/guards.js";
import { AppFiles } from "./app-files.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const BACKEND = `
  import { createNextBackend } from "@dossier/backend-client/next";
  export const { handlers, page, action, guestAction, getSession, requireSession: need } =
    createNextBackend(backend, {});
  export { need as requireSession };`;

function gapsIn(files: Record<string, string>): readonly string[] {
  const dir = mkdtempSync(join(tmpdir(), "doctor-guards-"));
  folders.push(dir);
  const config = '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }';
  const all = { "tsconfig.json": config, "src/backend.ts": BACKEND, ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(join(dir, dirname(name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return checkGuards(new AppFiles(dir), "src")[0]?.lines ?? [];
}

const PAGE = "src/app/page.tsx";
const importing = (names: string) => `import { ${names} } from "@/backend";\n`;

it.each([
  ["page()", `${importing("page")}export default page("/", async () => <p>Don't</p>);`],
  [
    "requireSession()",
    `${importing("requireSession")}export default async function A() { await requireSession(); }`,
  ],
  [
    "page() under another name",
    `${importing("page as guarded")}const A = guarded("/", () => null);\nexport default A;`,
  ],
  [
    "requireAal2() of a scope",
    "export default async function A() { const s = await open(); await s.requireAal2(); }",
  ],
  [
    "requireSession() in an arrow function",
    `${importing("requireSession")}const A = async () => { await requireSession(); };\nexport { A as default };`,
  ],
  ["page() with type arguments", `${importing("page")}export default page<"/">("/", () => null);`],
  [
    "a `// public` comment above the page function",
    "import a from 'a';\n\n// public: anyone may read the terms\nexport default function A() { return a; }",
  ],
  [
    "a `public` comment at the top of the file",
    "/* public */\nimport a from 'a';\nexport default function A() { return a; }",
  ],
])("the guard check accepts a page with %s", (_title, text) => {
  expect(gapsIn({ [PAGE]: text })).toEqual([]);
});

it.each([
  ["no guard", "export default function A() { return null; }"],
  ["a guard in a comment", "export default function A() { /* requireSession() */ return null; }"],
  ["a guard in a string", 'export default function A() { return "requireSession()"; }'],
  [
    "an imported guard that the page does not call",
    `${importing("requireSession")}export default function A() { return requireSession; }`,
  ],
  [
    "a guard call in another function",
    `${importing("requireSession")}async function b() { await requireSession(); }\nexport default function A() { return null; }`,
  ],
  [
    "only a call of getSession()",
    `${importing("getSession")}export default async function A() { await getSession(); }`,
  ],
  ["an app function named page", "const page = (a) => a;\nexport default page(() => null);"],
  [
    "a `// public` comment above another export",
    "// public\nexport const metadata = {};\nexport default function A() { return null; }",
  ],
])("the guard check reports a page with %s", (_title, text) => {
  const comment = text.startsWith("// public") ? "const a = 1;\n" : "";
  expect(gapsIn({ [PAGE]: comment + text })).toEqual(["src/app/page.tsx: page"]);
});

it("the guard check finds guards in the app's own functions across files, path aliases and barrel files", () => {
  const files = {
    [PAGE]:
      'import { load } from "@/loaders";\nexport default async function A() { return load(); }',
    "src/loaders/index.ts": 'export * from "./inbox.js";',
    "src/loaders/inbox.ts":
      'import { user } from "./user";\nexport async function load() { return (await user()).id; }',
    "src/loaders/user.ts":
      'import { requireSession } from "../backend";\nexport const user = () => requireSession();',
  };
  expect(gapsIn(files)).toEqual([]);
  expect(gapsIn({ ...files, "src/loaders/user.ts": "export const user = () => null;" })).toEqual([
    "src/app/page.tsx: page",
  ]);
});

it("the guard check finds the guard in functions that call each other, without an endless loop", () => {
  const files = {
    [PAGE]: 'import { a } from "@/a";\nexport default async function A() { await a(); }',
    "src/a.ts": 'import { b } from "./b";\nexport function a() { return b(); }',
    "src/b.ts": `import { a } from "./a";\nimport { requireSession } from "./backend";\nexport async function b() { await a(); await requireSession(); }`,
  };
  expect(gapsIn(files)).toEqual([]);
});

it("the guard check reports each unguarded method of a route except OPTIONS, and accepts the SDK's own handlers", () => {
  const route = `${importing("requireSession, handlers")}
    export async function GET() { await requireSession(); }
    export const POST = async () => new Response();
    export const { PUT } = handlers;
    export const DELETE = handlers.POST;
    export const runtime = "nodejs";
    export async function OPTIONS() {}`;
  expect(gapsIn({ "src/app/api/route.ts": route })).toEqual(["src/app/api/route.ts: route POST"]);
});

it("the guard check reports each unguarded action of a file, and accepts the app's own wrappers of action()", () => {
  const files = {
    "src/form.ts": `import { action, guestAction } from "./backend";
      export const formAction = (run) => action(async (c, form) => run(c, form));
      export const guestForm = (run) => guestAction(run);`,
    "src/actions.ts": `"use server";
      import { formAction, guestForm } from "./form";
      import { action } from "./backend";
      export const rename = formAction(async () => null);
      export const remove = action(async () => null);
      export const signIn = guestForm(async () => null);
      export async function open() {}
      // public
      export async function ping() {}
      export type State = { ok: boolean };`,
  };
  expect(gapsIn(files)).toEqual(["src/actions.ts: action open"]);
});

it("the guard check accepts guestAction as the guard of an action, but not of a page or route", () => {
  const names = importing("guestAction");
  const files = {
    "src/actions.ts": `"use server";\n${names}export const signIn = guestAction(async () => null);`,
    "src/app/sign-in/page.tsx": `${names}// public
      export default function A() { const save = guestAction(async () => { "use server"; await write(); }); }`,
    [PAGE]: `${names}export default function A() { guestAction(async () => null); }`,
    "src/app/api/route.ts": `${names}export const GET = guestAction(async () => null);`,
  };
  expect(gapsIn(files)).toEqual(["src/app/api/route.ts: route GET", "src/app/page.tsx: page"]);
});

it("the guard check reports an action inside a page only if the action has no guard", () => {
  const inside = (body: string) => `${importing("page, action, requireSession")}
    export default page("/", () => { ${body} });`;
  const open = inside('async function save() { "use server"; await write(); }');
  expect(gapsIn({ [PAGE]: open })).toEqual(["src/app/page.tsx: action in the file"]);
  const called = inside('async function save() { "use server"; await requireSession(); }');
  const wrapped = inside('const save = action(async () => { "use server"; await write(); });');
  const guest = inside('const save = guestAction(async () => { "use server"; await write(); });');
  const withGuest = guest.replace("page, action", "page, guestAction");
  for (const text of [called, wrapped, withGuest]) expect(gapsIn({ [PAGE]: text })).toEqual([]);
});
