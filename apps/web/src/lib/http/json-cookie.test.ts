import { expect, test } from "vitest";
import { z } from "zod";
import { formatJsonCookie, parseJsonCookie } from "@/lib/http/json-cookie";

const schema = z.object({ name: z.string() });

test("parseJsonCookie returns the data that formatJsonCookie stored, in characters that a cookie allows", () => {
  const value = formatJsonCookie({ name: "Zoë; a=b" });
  expect(value).toMatch(/^[\w-]+$/);
  expect(parseJsonCookie(schema, value)).toEqual({ name: "Zoë; a=b" });
});

test.each([undefined, "", "%", formatJsonCookie({ name: 1 }), formatJsonCookie("text")])(
  "parseJsonCookie returns null for the value %j",
  (value) => {
    expect(parseJsonCookie(schema, value)).toBeNull();
  },
);
