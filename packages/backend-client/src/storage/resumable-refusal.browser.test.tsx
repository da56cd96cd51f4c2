import { afterEach, expect, it, vi } from "vitest";
import { FakeRequest } from "../../test/support/fake-request.js";
import { createBrowserStorage } from "./resumable.js";

afterEach(() => vi.unstubAllGlobals());

async function uploadParts(answer: (request: FakeRequest) => void) {
  const requests: FakeRequest[] = [];
  FakeRequest.answer = (request) => {
    requests.push(request);
    if (requests.length === 1) return answer(request);
    request.begin(400);
    request.onload();
  };
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const storage = createBrowserStorage({ url: "http://project.test", anonKey: "key" });
  const file = new Blob([new Uint8Array(6 * 1024 * 1024 + 1)]);
  const { error } = await storage.from("documents").upload(`${crypto.randomUUID()}.txt`, file);
  return { error, requests };
}

it.each([
  [403, "AccessDenied"],
  [409, "KeyAlreadyExists"],
  [413, "EntityTooLarge"],
  [415, "InvalidMimeType"],
])(
  "an upload returns the error code when the service refuses a part during sending: status %i is %s",
  async (status, code) => {
    const { error, requests } = await uploadParts((request) => {
      request.begin(status);
      request.lose();
    });
    expect(error).toMatchObject({ kind: "storage", code, status });
    expect(requests).toHaveLength(1);
  },
);

it("an upload retries a part when the connection is lost before the response", async () => {
  const { error, requests } = await uploadParts((request) => request.lose());
  expect(error).toMatchObject({ kind: "storage", code: "InvalidRequest", status: 400 });
  expect(requests).toHaveLength(2);
});
