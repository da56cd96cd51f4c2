import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FORM_SENTENCES } from "@/lib/errors/form-sentences";
import { isUnreachable, toCallFailure, toUnansweredFailure } from "@/lib/forms/call-failure";

const network = { isOnline: true };
const NETWORK = { ok: false, code: "network", message: FORM_SENTENCES.network };

beforeEach(() => {
  network.isOnline = true;
  vi.stubGlobal("navigator", {
    get onLine() {
      return network.isOnline;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("isUnreachable returns true if fetch failed or if the browser is offline", () => {
  expect(isUnreachable(new TypeError("Failed to fetch"))).toBe(true);
  expect(isUnreachable(new Error("other"))).toBe(false);
  network.isOnline = false;
  expect(isUnreachable(new Error("other"))).toBe(true);
});

test.each(["form_too_large", "form_incomplete"] as const)(
  "toUnansweredFailure and toCallFailure recognize the refusal %s by its message, even if the browser is offline",
  (code) => {
    network.isOnline = false;
    const failure = { ok: false, code, message: FORM_SENTENCES[code] };
    expect(toUnansweredFailure(new Error(FORM_SENTENCES[code]))).toEqual(failure);
    expect(toCallFailure(new Error(FORM_SENTENCES[code]))).toEqual(failure);
  },
);

test("toCallFailure treats an unexpected error as a network failure, but toUnansweredFailure does not", () => {
  const error = new Error("other");
  expect(toUnansweredFailure(error)).toBeUndefined();
  expect(toCallFailure(error)).toEqual(NETWORK);
  expect(toUnansweredFailure(new TypeError("Failed to fetch"))).toEqual(NETWORK);
});
