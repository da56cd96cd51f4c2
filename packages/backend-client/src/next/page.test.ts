import { expect, it, vi } from "vitest";
import { BackendError } from "../errors/backend-error.js";
import type { Scope } from "../server/scope-type.js";
import type { SessionServer } from "../server/session-server.js";
import { createPageHelpers } from "./page.js";

// Next throws this when a page reads cookies at build time.
const bailOut = new Error("Dynamic server usage: cookies");
const cookies = vi.hoisted(() => vi.fn());
vi.mock("next/server.js", async (original) => ({
  ...(await original<object>()),
  connection: async () => undefined,
}));

vi.mock("next/headers.js", () => ({ headers: async () => new Headers(), cookies }));

it("reads cookies before it creates the backend, which a build may not have", async () => {
  cookies.mockRejectedValueOnce(bailOut);
  const { getBackend } = createPageHelpers(() => {
    throw new Error("SUPABASE_URL is missing");
  });
  await expect(getBackend()).rejects.toBe(bailOut);
});

it("renders onUnavailable for every reason that prevents the session check", async () => {
  const error = new BackendError({ kind: "auth", code: "token_invalid", message: "too new" });
  const scope: Pick<Scope<unknown>, "session"> = {
    session: async () => ({ status: "unavailable", error }),
  };
  const server: Pick<SessionServer<unknown>, "open" | "settings"> = {
    open: () => scope as Scope<unknown>,
    settings: { signInPath: "/sign-in", basePath: "/auth" } as SessionServer<unknown>["settings"],
  };
  const { page } = createPageHelpers(() => server as SessionServer<unknown>);
  const onUnavailable = (shown: BackendError) => shown.code;
  expect(await page("/o", () => "shown", { onUnavailable })({})).toBe("token_invalid");
});
