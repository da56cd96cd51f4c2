import { expect, it } from "vitest";
import { isWhole } from "./load.ts";

it("isWhole returns false until the body is complete, for bodies with a content length and for chunked bodies", () => {
  const counted = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody";
  const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n";
  for (const whole of [counted, chunked]) {
    expect(isWhole(whole)).toBe(true);
    expect(isWhole(whole.slice(0, -1))).toBe(false);
    expect(isWhole(whole.slice(0, 20))).toBe(false);
  }
});

it("isWhole throws for a response with a status other than 200", () => {
  expect(() => isWhole("HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n")).toThrow("401");
});
