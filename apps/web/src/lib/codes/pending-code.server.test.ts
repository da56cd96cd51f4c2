import { beforeEach, expect, test, vi } from "vitest";
import { savePendingCode } from "@/lib/codes/pending-code.server";
import { savePendingEmail } from "@/lib/codes/pending-email.server";

const next = vi.hoisted(() => ({ headers: new Headers(), set: vi.fn() }));
vi.mock("next/headers", () => ({
  headers: async () => next.headers,
  cookies: async () => ({ get: () => undefined, set: next.set }),
}));

beforeEach(() => {
  next.set.mockClear();
});

const saves = {
  "pending-code": () =>
    savePendingCode({ flow: "a", purpose: "sign-in", email: "ann@example.com" }),
  "pending-email": () => savePendingEmail({ newEmail: "a@b.example", step: "new", userId: "ann" }),
};

test.each(Object.entries(saves))(
  "the cookie %s has the Secure attribute only if the site uses HTTPS",
  async (name, save) => {
    const flags = { httpOnly: true, sameSite: "lax", path: "/" };
    next.headers = new Headers({ host: "dossier.example", "x-forwarded-proto": "https,http" });
    await save();
    const secure = expect.objectContaining({ ...flags, secure: true });
    expect(next.set).toHaveBeenLastCalledWith(name, expect.any(String), secure);

    next.headers = new Headers({ host: "127.0.0.1:3000", "x-forwarded-proto": "http" });
    await save();
    const plain = expect.objectContaining({ ...flags, secure: false });
    expect(next.set).toHaveBeenLastCalledWith(name, expect.any(String), plain);
  },
);
