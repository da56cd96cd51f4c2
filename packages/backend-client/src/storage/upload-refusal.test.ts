import { afterEach, describe, expect, it, vi } from "vitest";
import { FakeRequest } from "../../test/support/fake-request.js";
import { createStorageClient } from "./storage-client.js";
import { resumableRefusal } from "./upload-refusal.js";

afterEach(() => vi.unstubAllGlobals());

const documents = (runtime = {}) =>
  createStorageClient({ url: "http://project.test", anonKey: "key", runtime }).from("documents");

async function uploadInPage(answer: (request: FakeRequest) => void) {
  FakeRequest.answer = answer;
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return documents().upload("a.txt", new Blob(["text"]));
}

describe("an upload that the service refuses while the file is being sent", () => {
  it.each([
    [403, "AccessDenied"],
    [409, "KeyAlreadyExists"],
    [413, "EntityTooLarge"],
    [415, "InvalidMimeType"],
  ])("in a page, returns the error code of the refusal: status %i is %s", async (status, code) => {
    const { error } = await uploadInPage((request) => {
      request.begin(status);
      request.lose();
    });
    expect(error).toMatchObject({ kind: "storage", code, status });
  });

  it.each([0, 200])(
    "returns a network error when the page received no refusal: status %i",
    async (status) => {
      const { error } = await uploadInPage((request) => {
        request.begin(status);
        request.lose();
      });
      expect(error).toMatchObject({ kind: "network", code: "unreachable" });
    },
  );

  it("on a server, returns the status of the refusal even if the connection breaks during the response", async () => {
    const body = new ReadableStream({ pull: (stream) => stream.error(new Error("EPIPE")) });
    const fetch = async () => new Response(body, { status: 413 });
    const { error } = await documents({ fetch }).upload("a.txt", new Blob(["text"]));
    expect(error).toMatchObject({ kind: "storage", code: "EntityTooLarge", status: 413 });
  });

  it("returns a network error when the response comes from a gateway instead of the service", async () => {
    const fetch = async () => new Response("<html>", { status: 413 });
    const { error } = await documents({ fetch }).upload("a.txt", new Blob(["text"]));
    expect(error).toMatchObject({ kind: "network", code: "unexpected_answer" });
  });
});

describe("an expired token during a resumable upload", () => {
  it("causes the error AccessDenied of the response body, or InvalidRequest if the response has no body", () => {
    const answer = { status: 400, operation: "storage upload" };
    const body =
      '{"statusCode":"403","code":"AccessDenied","error":"Unauthorized","message":"expired"}';
    expect(resumableRefusal(body, answer)).toMatchObject({ code: "AccessDenied", status: 403 });
    expect(resumableRefusal("", answer)).toMatchObject({ code: "InvalidRequest", status: 400 });
  });
});

describe("the request id of an upload", () => {
  it("is read without getResponseHeader, which would log an error to the console", async () => {
    let seen: FakeRequest | undefined;
    const { error } = await uploadInPage((request) => {
      seen = request;
      request.begin(400);
      request.headers = "content-type: application/json\r\nsb-request-id: abc-123\r\n";
      request.responseText = '{"statusCode":"409","error":"Duplicate","message":"taken"}';
      request.onload();
    });
    expect(error).toMatchObject({ code: "KeyAlreadyExists", status: 409, requestId: "abc-123" });
    expect(seen?.asked).toEqual([]);
  });
});
