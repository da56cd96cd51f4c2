import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { GET } from "@/app/files/[fileId]/route";

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }));

vi.mock("@/lib/backend/backend", () => ({ backend: { url: "http://storage", anonKey: "key" } }));
vi.mock("@/lib/backend/backend.server", () => ({
  getBackend: async () => ({ db: { rpc } }),
  getSession: async () => ({ status: "authenticated", accessToken: "token" }),
}));

const FILE = "6f1c4f2e-7c1b-4f5e-9d3a-0c2b8f7a1e55";

async function open(upstreamCode: string, status: number) {
  const details = { kind: "database" as const, code: "unknown" as const, message: "x" };
  const error = new BackendError({ ...details, upstreamCode, status });
  rpc.mockResolvedValueOnce({ data: null, error });
  const request = new Request(`http://web/files/${FILE}?download`);
  return GET(request, { params: Promise.resolve({ fileId: FILE }) });
}

test.each([
  ["session_ended", 401, 401, "This file can’t be opened. Sign in, then open it again.\n"],
  [
    "not_found",
    404,
    404,
    "This file does not exist, or you have no access to it. Check the link, or sign in with another address.\n",
  ],
  [
    "unavailable",
    503,
    502,
    "This file can’t be loaded right now. Wait a minute, then open it again.\n",
  ],
])(
  "the file route says what to do next if a file cannot be opened: %s",
  async (code, upstream, status, body) => {
    const response = await open(code, upstream);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
  },
);

test("the file route redirects to the page for the second factor, with the file as `next`, if the database requires the factor", async () => {
  const response = await open("insufficient_aal", 403);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(
    `/mfa?next=${encodeURIComponent(`/files/${FILE}?download`)}`,
  );
});

test("the file route returns 404 and asks the user to reload the page if storage no longer has the file", async () => {
  const file = { bucket: "documents", path: "a/b.pdf", name: "b.pdf", mime: "application/pdf" };
  rpc.mockResolvedValueOnce({
    data: { ...file, charset: null, bytes: 1, sha256: "" },
    error: null,
  });
  vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response("{}", { status: 400 }));
  const request = new Request(`http://web/files/${FILE}`);
  const response = await GET(request, { params: Promise.resolve({ fileId: FILE }) });
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(
    "This file is no longer available. Go back and reload the page.\n",
  );
});
