import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHUNK_CHARACTERS } from "../config/constants.js";
import { type Cookie, createGeneration, joinParts, partNames, splitValue } from "./chunk.js";

const NAME = "sb-session";
const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~*";
const value = fc.string({
  unit: fc.constantFrom(...characters),
  minLength: 0,
  maxLength: 12_000,
  size: "max",
});

function write(text: string, nowMs: number, salt = 0): Cookie[] {
  const parts = splitValue(text, createGeneration(nowMs, Uint8Array.of(salt, 0)));
  return partNames(NAME, parts.length).map((name, index) => ({ name, value: parts[index] ?? "" }));
}

describe("session chunks", () => {
  it("come back whole, in any order", () => {
    fc.assert(
      fc.property(value, fc.array(fc.nat()), (text, order) => {
        const cookies = write(text, 1_700_000_000_000);
        const shuffled = cookies
          .map((cookie, index) => ({ cookie, key: order[index] ?? index }))
          .sort((a, b) => a.key - b.key)
          .map(({ cookie }) => cookie);
        expect(joinParts(shuffled, NAME)).toMatchObject({ status: "whole", value: text });
      }),
    );
  });

  it("stay within the limit as the browser counts it", () => {
    fc.assert(
      fc.property(value, (text) => {
        for (const cookie of write(text, 1_700_000_000_000)) {
          expect(encodeURIComponent(cookie.value).length).toBeLessThanOrEqual(CHUNK_CHARACTERS);
        }
      }),
    );
  });

  it("never blend: any mix of two writings is the old value, the new one, or none", () => {
    fc.assert(
      fc.property(
        value,
        value,
        fc.integer({ min: 0, max: 2 }),
        fc.array(fc.tuple(fc.boolean(), fc.nat()), { maxLength: 16 }),
        (before, after, distance, picks) => {
          const cookies = [
            ...write(before, 1_700_000_000_000),
            ...write(after, 1_700_000_000_000 + distance, 1),
          ];
          const kept = picks
            .map(([swap, at], index) => {
              const cookie = cookies[at % cookies.length];
              const other = cookies[index % cookies.length];
              return cookie && other
                ? { name: swap ? other.name : cookie.name, value: cookie.value }
                : null;
            })
            .filter((cookie) => cookie !== null);
          const joined = joinParts(kept, NAME);
          if (joined.status === "whole") expect([before, after]).toContain(joined.value);
          else expect(joined.status).toBe(kept.length === 0 ? "none" : "damaged");
        },
      ),
    );
  });

  it("prefer the newer of two complete writings", () => {
    const cookies = [...write("new", 2_000_000_000_000), ...write("old", 1_900_000_000_000)];
    expect(joinParts(cookies, NAME)).toMatchObject({ status: "whole", value: "new" });
  });

  it("notice a single changed character", () => {
    fc.assert(
      fc.property(
        value.filter((text) => text.length > 0),
        fc.nat(),
        (text, at) => {
          const [first, ...rest] = write(text, 1_700_000_000_000);
          if (!first) return;
          const index = first.value.length - 1 - (at % Math.min(text.length, 3000));
          const changed = first.value[index] === "x" ? "y" : "x";
          const cut = first.value.slice(0, index) + changed + first.value.slice(index + 1);
          expect(joinParts([{ name: first.name, value: cut }, ...rest], NAME).status).toBe(
            "damaged",
          );
        },
      ),
    );
  });

  it("are damaged, not fatal, when someone else wrote the cookie", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (values) => {
        const cookies = values.map((text, index) => ({ name: `${NAME}.${index}`, value: text }));
        expect(joinParts(cookies, NAME).status).toBe(values.length === 0 ? "none" : "damaged");
      }),
    );
  });

  it("refuse a session that would fill the cookie jar", () => {
    const write = () => splitValue("x".repeat(40_000), createGeneration(0, Uint8Array.of(0, 0)));
    expect(write).toThrowError(expect.objectContaining({ code: "cookie_too_large" }));
  });
});
