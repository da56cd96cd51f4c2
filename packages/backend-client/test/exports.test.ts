import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { publicSymbols } from "./support/declarations.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = (entry: string) => `${root}dist/${entry === "." ? "" : `${entry.slice(2)}/`}index.js`;

interface Surface {
  /** Names that exist at run time. */
  values: string[];
  types: string[];
}

/** Every public name of every entry. A change here changes the public contract. */
const SURFACE: Record<string, Surface> = {
  ".": {
    values: [
      "BackendError",
      "FRESH_COOKIE",
      "PATH_HEADER",
      "PRESENT_COOKIE",
      "configFromEnvironment",
      "defineBackend",
      "isBackendError",
      "isSessionOver",
      "toInitialSession",
      "unwrap",
    ],
    types: [
      "AmrEntry",
      "AuthenticatedSession",
      "Backend",
      "BackendErrorInit",
      "BackendErrorJson",
      "BackendOptions",
      "DataOf",
      "ErrorCodes",
      "ErrorKind",
      "Lock",
      "PublicSession",
      "Result",
      "Runtime",
      "Session",
      "SessionAnswer",
      "SessionClaims",
      "SessionEvent",
      "SessionEventMark",
      "SessionEventSource",
      "UnauthenticatedSession",
      "UnavailableSession",
      "UntypedDatabase",
      "Variables",
    ],
  },
  "./server": {
    values: ["clientNetwork", "createSessionServer", "safeNext"],
    types: [
      "AuthFlows",
      "ClientAddressOption",
      "Cookie",
      "CookieAttributes",
      "CookieChange",
      "CookieMethods",
      "CookieSource",
      "LogCode",
      "LogEntry",
      "LogLevel",
      "Logger",
      "MfaFlows",
      "MigrateOptions",
      "NewFactor",
      "OpenOptions",
      "OriginSource",
      "Scope",
      "ServiceClients",
      "SessionServer",
      "SessionServerOptions",
      "SignedIn",
      "WeakPassword",
    ],
  },
  "./next": {
    values: ["createNextBackend"],
    types: [
      "ActionContext",
      "ActionHelpers",
      "ActionOptions",
      "GuestActionContext",
      "NextBackend",
      "NextBackendOptions",
      "NextProxyFunction",
      "PageContext",
      "PageHelpers",
      "PageProps",
      "ProxyHandler",
      "ProxyHeaders",
      "RequireOptions",
      "RouteHandlers",
      "RouteParams",
      "UnavailableOptions",
    ],
  },
  "./browser": {
    values: ["createBrowserBackend"],
    types: [
      "BroadcastMessage",
      "BrowserBackend",
      "BrowserBackendOptions",
      "BrowserEnvironment",
      "ChannelOptions",
      "ChannelStatus",
      "DataClient",
      "FunctionBody",
      "FunctionsClient",
      "InvokeOptions",
      "ListOptions",
      "PresenceState",
      "RealtimeClient",
      "RefreshOptions",
      "SendOptions",
      "SessionClient",
      "SessionListener",
      "SignOutOptions",
      "SignOutScope",
      "SignedUrlOptions",
      "StandardSchema",
      "StorageBucket",
      "StorageObject",
      "StorageObjectInfo",
      "StoredObject",
      "Subscription",
      "TabChannel",
      "UploadBody",
      "UploadOptions",
      "UploadProgress",
      "WaitOptions",
    ],
  },
  "./react": {
    values: ["BackendProvider", "useBackend", "useChannel", "useSession", "useUpload"],
    types: [
      "BackendConfig",
      "BackendProviderProps",
      "ChannelHandle",
      "PublicSession",
      "StartUploadOptions",
      "UploadHandle",
      "UploadState",
      "UseChannelOptions",
    ],
  },
  "./testing": {
    values: [
      "authAnswer",
      "buildSession",
      "createMemoryBackend",
      "createMemoryJar",
      "createVirtualClock",
      "totpCode",
    ],
    types: [
      "Fault",
      "Faults",
      "MailKind",
      "MailSink",
      "MemoryAuth",
      "MemoryAuthOptions",
      "MemoryBackend",
      "MemoryBackendOptions",
      "MemoryCall",
      "MemoryFactor",
      "MemoryHandler",
      "MemoryJar",
      "MemoryJarOptions",
      "MemoryMail",
      "MemoryRequest",
      "MemorySession",
      "MemoryTokens",
      "MemoryUser",
      "NewSession",
      "NewUser",
      "VirtualClock",
      "VirtualClockOptions",
    ],
  },
};

/** Node refuses "server-only" outside a server component, so this entry cannot be imported here. */
const SERVER_ONLY = "./next";

describe("the public surface", () => {
  const symbols = publicSymbols(root);

  it.each(Object.entries(SURFACE))("has exactly the frozen names in %s", (entry, surface) => {
    const declared = symbols.filter((symbol) => symbol.entry === entry).map(({ name }) => name);
    expect(declared.sort()).toEqual([...surface.values, ...surface.types].sort());
  });

  it("has no entry that is not frozen", () => {
    const files = ["./package.json", "./docs/errors/*"];
    const entries = Object.keys(packageJson.exports).filter((name) => !files.includes(name));
    expect(entries.sort()).toEqual(Object.keys(SURFACE).sort());
  });

  it.each(Object.entries(SURFACE).filter(([entry]) => entry !== SERVER_ONLY))(
    "has exactly the frozen run-time values in %s",
    async (entry, { values }) => {
      const module: Record<string, unknown> = await import(dist(entry));
      expect(Object.keys(module).sort()).toEqual(values);
    },
  );

  it("has the frozen value of ./next in the built file", () => {
    expect(readFileSync(dist(SERVER_ONLY), "utf8")).toMatch(/export \{[^}]*createNextBackend/);
  });

  it("has a declaration next to every entry", () => {
    for (const [name, target] of Object.entries(packageJson.exports)) {
      if (typeof target === "string") continue;
      for (const file of [target.types, target.default]) {
        const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
        expect(() => readFileSync(path), `${name}: ${file}`).not.toThrow();
      }
    }
  });
});
