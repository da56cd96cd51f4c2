import { expect, test, vi } from "vitest";
import { requestPathWithin } from "@/lib/http/request-path.server";

const next = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", () => ({ headers: async () => next.headers }));

test.each([
  ["/o/acme/requests?status=open", "/o/acme/requests?status=open"],
  ["/o/acme?x=1", "/o/acme?x=1"],
  ["/o/acme", "/o/acme"],
  ["/o/acme-two/requests", "/o/acme"],
  ["//evil.test/o/acme/", "/o/acme"],
  [undefined, "/o/acme"],
])(
  "requestPathWithin keeps a path within the firm, and replaces any other path with the firm's page: %s becomes %s",
  async (path, expected) => {
    next.headers = new Headers(path === undefined ? {} : { "x-backend-path": path });
    expect(await requestPathWithin("/o/acme")).toBe(expected);
  },
);
