import { BackendError } from "@dossier/backend-client";
import { expect, test, vi } from "vitest";
import { storeFile } from "./sending";

const started = { fileId: "f1", path: "org/f1", bucket: "documents" };
const input = {
  file: new File(["x"], "a.pdf"),
  signal: new AbortController().signal,
  onShare: () => undefined,
  onRestart: () => undefined,
};

const refusal = (status: number, code: "AccessDenied" | "InvalidRequest" | "KeyAlreadyExists") =>
  new BackendError({
    kind: "storage",
    code,
    status,
    operation: "storage upload",
    message: "refused",
    retryable: false,
  });

function clientWith(errors: (BackendError | null)[]) {
  const upload = vi.fn(async () => ({ data: null, error: errors.shift() ?? null }));
  const refresh = vi.fn(async () => undefined);
  const rpc = vi.fn(async () => ({ data: null, error: null }));
  const client = { storage: { from: () => ({ upload }) }, session: { refresh }, db: { rpc } };
  return { client: client as unknown as Parameters<typeof storeFile>[0], upload, refresh };
}

test.each([
  // With an expired token, storage returns InvalidRequest when a part is uploaded, and AccessDenied
  // when the offset is requested.
  [400, "InvalidRequest"],
  [403, "AccessDenied"],
] as const)(
  "storeFile uploads the file again with a new token after storage returns %i %s",
  async (status, code) => {
    const { client, upload, refresh } = clientWith([refusal(status, code), null]);
    await storeFile(client, started, input);
    expect(refresh).toHaveBeenCalledWith({ force: true });
    expect(upload).toHaveBeenCalledTimes(2);
  },
);

test("storeFile counts a file as stored if storage responds that the file already exists, and requests no new token", async () => {
  const { client, upload, refresh } = clientWith([refusal(409, "KeyAlreadyExists")]);
  await storeFile(client, started, input);
  expect(refresh).not.toHaveBeenCalled();
  expect(upload).toHaveBeenCalledTimes(1);
});
