import { describe, expect, it } from "vitest";
import { createVisitor } from "../../test/support/visitor.js";
import { SESSION_COOKIE } from "../config/constants.js";
import { createGeneration, splitValue } from "../cookies/chunk.js";
import { encodeSession } from "../cookies/encode.js";
import { isRefreshToken } from "./refresh-token.js";

describe("a refresh token", () => {
  it.each(["r", "4nYUCw0wZR_DNOTSDbSGMQ", "!~", "a+/=.-", "x".repeat(512)])("may be %s", (text) => {
    expect(isRefreshToken(text)).toBe(true);
  });

  it.each(["", " ", "a b", "\u0000", "a\u0000b", "a\n", "\u007f", "ä", "x".repeat(513), 1, null])(
    "is never %j",
    (text) => {
      expect(isRefreshToken(text)).toBe(false);
    },
  );
});

describe("a cookie with an invalid refresh token", () => {
  it.each(["\u0000", "a\u0000b", "x".repeat(513)])(
    "is treated as damaged, so its token is never sent: %j",
    async (token) => {
      const { memory, box, visit } = createVisitor();
      const event = { count: 0, name: "SIGNED_IN" };
      const forged = { accessToken: "x", refreshToken: token, expiresAt: 1, event };
      const [part = ""] = splitValue(encodeSession(forged), createGeneration(1, new Uint8Array(2)));
      box.cookies.set(SESSION_COOKIE, part);
      const page = await visit({ isReadOnly: true });
      expect(page.session).toMatchObject({ error: { code: "session_damaged" } });
      expect((await visit()).session.status).toBe("unauthenticated");
      expect(memory.count("/auth/v1/token")).toBe(0);
      expect(box.cookies.has(SESSION_COOKIE)).toBe(false);
    },
  );

  it("is treated as damaged even if @supabase/ssr wrote it", async () => {
    const { memory, box, visit } = createVisitor();
    const name = `sb-${new URL(memory.backend.url).hostname.split(".")[0]}-auth-token`;
    const forged = { access_token: "x", refresh_token: "\u0000" };
    box.cookies.set(name, encodeURIComponent(JSON.stringify(forged)));
    const page = await visit({ isReadOnly: true });
    expect(page.session).toMatchObject({ error: { code: "session_damaged" } });
    expect((await visit()).session.status).toBe("unauthenticated");
    expect(box.cookies.has(name)).toBe(false);
    expect(memory.calls).toEqual([]);
  });
});
