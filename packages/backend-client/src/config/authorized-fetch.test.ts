import { describe, expect, it } from "vitest";
import { authorizedFetch, identityHeaders } from "./authorized-fetch.js";

const KEY = "sb_publishable_test";
const LEGACY = "eyJhbGciOiJIUzI1NiJ9.e30.x_sb_";
const REQUEST = { operation: "GET notes", url: "http://backend.test/rest/v1/notes" };

function recorder(answer: () => Promise<Response> = async () => new Response("rows")) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = ((url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer();
  }) as typeof globalThis.fetch;
  return { sent, options: { url: "http://backend.test", anonKey: KEY, runtime: { fetch } } };
}

describe("the caller of a service request", () => {
  it("is the user of the token from getAccessToken, which receives the request's signal", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const getAccessToken = async (given?: { signal?: AbortSignal | undefined }) => {
      signals.push(given?.signal);
      return "user-token";
    };
    const { signal } = new AbortController();
    const headers = await identityHeaders({ anonKey: KEY, getAccessToken }, { ...REQUEST, signal });
    expect(headers).toEqual({ apikey: KEY, authorization: "Bearer user-token" });
    expect(signals).toEqual([signal]);
  });

  it.each(["", KEY])(
    "fails with session_missing, without a request, if getAccessToken returns %j",
    async (token) => {
      const { sent, options } = recorder();
      const call = authorizedFetch({ ...options, getAccessToken: async () => token }, REQUEST);
      await expect(call).rejects.toMatchObject({
        kind: "auth",
        code: "session_missing",
        operation: "GET notes",
        message: "GET notes was not sent: it acts as a user, and no user is signed in.",
      });
      expect(sent).toEqual([]);
    },
  );

  it("is the anonymous role if the client has no getAccessToken", async () => {
    expect(await identityHeaders({ anonKey: KEY }, REQUEST)).toEqual({ apikey: KEY });
    expect(await identityHeaders({ anonKey: LEGACY }, REQUEST)).toEqual({
      apikey: LEGACY,
      authorization: `Bearer ${LEGACY}`,
    });
  });
});

describe("a request of authorizedFetch", () => {
  it("keeps its own headers, but sends the client's key as `apikey`", async () => {
    const { sent, options } = recorder();
    const headers = { apikey: "mine", "x-own": "1" };
    const response = await authorizedFetch(options, {
      ...REQUEST,
      init: { method: "POST", body: "{}", headers },
    });
    expect(await response.text()).toBe("rows");
    expect(sent).toMatchObject([{ url: REQUEST.url, init: { method: "POST", body: "{}" } }]);
    expect(Object.fromEntries(sent[0]?.init.headers as Headers)).toEqual({
      apikey: KEY,
      "x-own": "1",
    });
    expect(sent[0]?.init).not.toHaveProperty("signal");
  });

  it("is not sent when the call's signal or the client's signal has already aborted", async () => {
    const ended = AbortSignal.abort();
    const { sent, options } = recorder();
    let asked = 0;
    const getAccessToken = async () => {
      asked += 1;
      return "user-token";
    };
    for (const call of [
      authorizedFetch({ ...options, getAccessToken, signal: ended }, REQUEST),
      authorizedFetch({ ...options, getAccessToken }, { ...REQUEST, init: { signal: ended } }),
    ]) {
      await expect(call).rejects.toMatchObject({ kind: "network", code: "aborted" });
    }
    expect([asked, sent]).toEqual([0, []]);
  });

  it("is not sent when its signal aborts while the client fetches the token", async () => {
    const { sent, options } = recorder();
    const controller = new AbortController();
    const getAccessToken = async () => {
      controller.abort();
      return "user-token";
    };
    const call = authorizedFetch(
      { ...options, getAccessToken },
      { ...REQUEST, init: { signal: controller.signal } },
    );
    await expect(call).rejects.toMatchObject({ code: "aborted" });
    expect(sent).toEqual([]);
  });

  it("reports a lost connection as unreachable", async () => {
    const lost = recorder(async () => {
      throw new TypeError("fetch failed");
    });
    await expect(authorizedFetch(lost.options, REQUEST)).rejects.toMatchObject({
      kind: "network",
      code: "unreachable",
      operation: "GET notes",
    });
  });
});
