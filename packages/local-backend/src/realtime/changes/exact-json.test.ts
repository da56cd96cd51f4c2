import { expect, test } from "vitest";
import { parseExactly } from "./exact-json.ts";

test.each([
  '{"id":1254812345678901249,"list":[-9007199254740993,1]}',
  '{"v":0.10000000000000000001,"w":1.50,"x":1e400}',
  '{"text":"1254812345678901249","nothing":null,"is":true}',
])("writes JSON exactly as it was parsed: %s", (text) => {
  expect(JSON.stringify(parseExactly(text))).toBe(text);
});

test("parses ordinary numbers as JavaScript numbers", () => {
  expect(parseExactly('{"a":[1,-2.5,0]}')).toEqual({ a: [1, -2.5, 0] });
});
