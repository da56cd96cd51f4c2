import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { publicSymbols } from "./support/declarations.js";
import { readPages } from "./support/pages.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const symbols = publicSymbols(root);
const OPTIONS = /(Options|Props|Init|Environment|Config)$/;
const SAYS_DEFAULT = /\bdefault\b|\brequired when\b/i;
/** Words such as "limit" and "row" are missing here, because they are not units. */
const UNIT =
  /seconds|pixels|percent|milliseconds|_MS\b|Ms\b|\b\d+ s\b|bytes|characters|attempts|calls|checks|chunks|objects|tokens|clients|sessions|\bids\b|times\b|minute|days|HTTP status|TCP port|count/i;

const members = symbols.flatMap((symbol) =>
  symbol.members.map((member) => ({ ...member, owner: symbol.name })),
);
const named = (list: { owner?: string; name: string }[]) =>
  list.map(({ owner, name }) => (owner ? `${owner}.${name}` : name));

describe("the published declarations", () => {
  it("contain exports for every entry point", () => {
    expect(new Set(symbols.map(({ entry }) => entry))).toEqual(
      new Set([
        ...[".", "./server", "./node", "./service", "./next"],
        ...["./browser", "./react", "./otel", "./testing"],
        ...["./testing/next", "./testing/vitest", "./testing/playwright"],
      ]),
    );
    expect(symbols.length).toBeGreaterThan(100);
  });

  it("document every exported symbol", () => {
    expect(named(symbols.filter(({ doc }) => !/^[^\s].*\w.*\./s.test(doc)))).toEqual([]);
  });

  it("document every member of an interface, type or class", () => {
    for (const owner of ["BackendError", "PublicSession", "SessionClaims", "StandardSchema"]) {
      expect(members.filter((member) => member.owner === owner).length).toBeGreaterThan(3);
    }
    expect(members.length).toBeGreaterThan(300);
    expect(named(members.filter(({ doc }) => !/\w{2}.*\.$/s.test(doc)))).toEqual([]);
  });

  it("state the default of every optional option, or when it is required, except for functions", () => {
    const options = members.filter(
      ({ owner, isOptional, isFunction }) => isOptional && !isFunction && OPTIONS.test(owner),
    );
    expect(options.length).toBeGreaterThan(20);
    expect(named(options.filter(({ doc }) => !SAYS_DEFAULT.test(doc)))).toEqual([]);
  });

  it("name the unit of every number", () => {
    const numbers = [
      ...symbols.filter(({ type }) => /^\d|^number$/.test(type)),
      ...members.filter(({ type }) => /^number( \| undefined)?$/.test(type)),
    ];
    expect(numbers.length).toBeGreaterThan(30);
    expect(named(numbers.filter(({ name, doc }) => !UNIT.test(`${name} ${doc}`)))).toEqual([]);
  });
});

describe("the documentation pages of the package", () => {
  const pages = readPages()
    .map(({ text }) => text)
    .join("\n");
  const isMentioned = (name: string) => new RegExp(`\\b${name}\\b`).test(pages);

  it("name every function", () => {
    const values = symbols.filter(
      ({ name, type }) => /^typeof |=>|^\{ /.test(type) && !/^[A-Z\d_]+$/.test(name),
    );
    expect(values.length).toBeGreaterThan(20);
    expect(named(values.filter(({ name }) => !isMentioned(name)))).toEqual([]);
  });

  it("name every option of a backend, a session server, `BackendProvider`, an action, `invoke` and `requireSession`", () => {
    const owners = new Set([
      ...["BackendOptions", "SessionServerOptions", "BackendProviderProps", "Runtime"],
      ...["BrowserBackendOptions", "InvokeOptions", "ActionOptions", "RequireOptions"],
    ]);
    const options = members.filter(({ owner, name }) => owners.has(owner) && name !== "children");
    expect(options.length).toBeGreaterThan(25);
    expect(named(options.filter(({ name }) => !isMentioned(name)))).toEqual([]);
  });

  it("name every auth, MFA and admin flow", () => {
    const owners = ["AuthFlows", "MfaFlows", "AdminFlows"];
    const flows = members.filter(({ owner }) => owners.includes(owner));
    expect(named(flows.filter(({ name }) => !isMentioned(name)))).toEqual([]);
  });
});
