import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  AUTH_CODES,
  DATABASE_CODES,
  type ErrorKind,
  FUNCTIONS_CODES,
  STORAGE_CODES,
} from "../src/errors/codes.js";
import { OWN_CODES, SERVICE_DOCS } from "../src/errors/own-codes.js";

const folder = fileURLToPath(new URL("../docs/errors/", import.meta.url));
const page = (code: string) => readFileSync(`${folder}${code}.md`, "utf8");
const pages = readdirSync(folder)
  .filter((file) => file !== "README.md")
  .map((file) => file.replace(/\.md$/, ""));

const kinds = Object.keys(OWN_CODES) as ErrorKind[];
const ownCodes = [...new Set(Object.values(OWN_CODES).flat())].sort();
const kindsOf = (code: string) => kinds.filter((kind) => OWN_CODES[kind].some((c) => c === code));

const SERVICE_CODES = {
  auth: AUTH_CODES,
  database: DATABASE_CODES,
  storage: STORAGE_CODES,
  functions: FUNCTIONS_CODES,
};

function renderIndex(): string {
  const rows = ownCodes.map((code) => {
    const [, cause = ""] = /## Cause\n\n(.+?)(?:\. |\.\n)/.exec(page(code)) ?? [];
    const kind = kindsOf(code).length === kinds.length ? "every kind" : kindsOf(code).join(", ");
    return `| [\`${code}\`](${code}.md) | ${kind} | ${cause} |`;
  });
  const services = Object.entries(SERVICE_CODES).map(([kind, codes]) => {
    const own: readonly string[] = OWN_CODES[kind as keyof typeof SERVICE_CODES];
    const names = codes.filter((code) => !own.includes(code)).map((code) => `\`${code}\``);
    return `- **${kind}** ([its documentation](${SERVICE_DOCS[kind as keyof typeof SERVICE_CODES]})): ${names.join(", ")}`;
  });
  return [
    "# Errors of @dossier/backend-client",
    "",
    "<!-- Generated from src/errors by test/error-pages.test.ts; renew with `vitest run -u`. -->",
    "",
    "`error.kind` names the service that failed, or `network` if the connection to it failed. `error.code` is one of a closed list for each kind. `error.docs` is the path of the code's page here, below `node_modules`, or the address of the service's documentation. To open a page of the package, read `node_modules/@dossier/backend-client/docs/errors/CODE.md`.",
    "",
    "| Code | Kind | Cause |",
    "|---|---|---|",
    ...rows,
    "",
    "## Codes of the services",
    "",
    "The SDK passes these codes on unchanged.",
    "",
    ...services,
    "",
  ].join("\n");
}

describe("docs/errors", () => {
  it("has a page for every error code of the SDK, and no other page", () => {
    expect(pages.sort()).toEqual(ownCodes);
  });

  it.each(ownCodes)(
    "has a page that states kind, cause, effect for the user, and fix: %s",
    (code) => {
      const text = page(code);
      expect(text.split("\n")[0]).toBe(`# ${code}`);
      expect(text.match(/^## .+$/gm)).toEqual(["## Cause", "## Visible effect", "## Fix"]);
      const named = /^Kind: (.+)\.$/m.exec(text)?.[1];
      const kindsNamed = named === "every kind" ? kinds : (named?.split(", ") ?? []);
      expect([...kindsNamed].sort()).toEqual([...kindsOf(code)].sort());
    },
  );

  it("has an index of all error codes", async () => {
    await expect(renderIndex()).toMatchFileSnapshot(`${folder}README.md`);
  });
});
