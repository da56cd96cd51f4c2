import { BackendError } from "@dossier/backend-client";
import { beforeEach, expect, test, vi } from "vitest";

const redirect = vi.hoisted(() =>
  vi.fn((path: string) => {
    throw new Error(`redirect to ${path}`);
  }),
);
vi.mock("next/navigation", () => ({ redirect }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers({ "x-backend-path": "/o/acme?assignee=me" }),
}));
vi.mock("@/lib/backend/backend.server", () => ({
  getBackend: vi.fn(),
  getSession: async () => ({ status: "authenticated" }),
}));
vi.mock("@/app/_components/firm-frame", () => ({ FirmFrame: "firm-frame" }));
vi.mock("@/app/_components/site-frame", () => ({ SiteFrame: "site-frame" }));
vi.mock("@/app/_components/unavailable-message", () => ({ UnavailableMessage: "unavailable" }));

import { guarded } from "./guarded";
import { guardedFrame } from "./guarded-frame";

const refusal = (upstreamCode: string) =>
  new BackendError({
    kind: "database",
    code: "unknown",
    message: "refused",
    status: 403,
    upstreamCode,
  });

beforeEach(() => {
  redirect.mockClear();
});

const NEXT = `?next=${encodeURIComponent("/o/acme?assignee=me")}`;

test.each([
  ["page", guarded],
  ["frame", guardedFrame],
] as const)(
  "a guarded %s redirects if the session ends or needs a second factor during rendering",
  async (_, wrap) => {
    const refuse = (code: string) =>
      wrap(async () => {
        throw refusal(code);
      })({});
    await expect(refuse("session_ended")).rejects.toThrow(`redirect to /session-ended${NEXT}`);
    await expect(refuse("insufficient_aal")).rejects.toThrow(`redirect to /mfa${NEXT}`);
  },
);

test("a guarded page rethrows a database error, without a redirect, if the session has not ended", async () => {
  const error = refusal("not_found");
  const render = guarded(async () => {
    throw error;
  });
  await expect(render({})).rejects.toBe(error);
  expect(redirect).not.toHaveBeenCalled();
});
