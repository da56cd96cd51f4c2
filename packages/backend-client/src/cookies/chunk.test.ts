import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHUNK_CHARACTERS, MAX_CHUNKS } from "../config/constants.js";
import {
  type Cookie,
  createGeneration,
  isPartName,
  joinParts,
  partNames,
  splitValue,
} from "./chunk.js";

const NAME = "sb-session";
const NOW = 2_000_000_000_000;
const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~*";
const value = fc.string({
  unit: fc.constantFrom(...characters),
  minLength: 0,
  maxLength: 6_000,
  size: "max",
});

function write(text: string, nowMs: number, salt = 0): Cookie[] {
  const parts = splitValue(text, createGeneration(nowMs, Uint8Array.of(salt, 0)));
  return partNames(NAME, parts.length).map((name, index) => ({ name, value: parts[index] ?? "" }));
}

describe("the parts of a session cookie", () => {
  it("are used last if they are dated more than 5 minutes in the future", () => {
    const join = (...writings: Cookie[][]) => {
      const joined = joinParts(writings.flat(), NAME, NOW);
      return joined.status === "whole" && joined.value;
    };
    const own = write("own", NOW - 60_000);
    for (const order of [[0, 1] as const, [1, 0] as const]) {
      const among = (other: Cookie[]) => join(...order.map((at) => [own, other][at] ?? []));
      expect(among(write("ahead", NOW + 300_000, 255))).toBe("ahead");
      expect(among(write("far ahead", NOW + 300_001))).toBe("own");
    }
    expect(join(write("far ahead", NOW + 300_001))).toBe("far ahead");
    expect(join(write("further", NOW + 900_000), write("far", NOW + 600_000))).toBe("further");
  });

  it("are joined into the value that was written, in any order", () => {
    fc.assert(
      fc.property(value, fc.array(fc.nat()), (text, order) => {
        const cookies = write(text, 1_700_000_000_000);
        const shuffled = cookies
          .map((cookie, index) => ({ cookie, key: order[index] ?? index }))
          .sort((a, b) => a.key - b.key)
          .map(({ cookie }) => cookie);
        expect(joinParts(shuffled, NAME, NOW)).toMatchObject({ status: "whole", value: text });
      }),
    );
  });

  it("stay within a browser's size limit for one cookie", () => {
    fc.assert(
      fc.property(value, (text) => {
        for (const cookie of write(text, 1_700_000_000_000)) {
          expect(encodeURIComponent(cookie.value).length).toBeLessThanOrEqual(CHUNK_CHARACTERS);
        }
      }),
    );
  });

  it("of two writes are never combined into one value", () => {
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
          const joined = joinParts(kept, NAME, NOW);
          if (joined.status === "whole") expect([before, after]).toContain(joined.value);
          else expect(joined.status).toBe(kept.length === 0 ? "none" : "damaged");
        },
      ),
    );
  });

  it("are joined into the value of the newest complete write, in any order", () => {
    const newest = write("new", 2_000_000_000_000);
    const older = [...write("old", 1_900_000_000_000), ...write("x", 1_800_000_000_000)];
    for (const cookies of [
      [...newest, ...older],
      [...older, ...newest],
      [...older.slice(0, 1), ...newest, ...older.slice(1)],
    ]) {
      expect(joinParts(cookies, NAME, NOW)).toMatchObject({ status: "whole", value: "new" });
    }
    const torn = write("y".repeat(4000), 2_100_000_000_000).slice(1);
    expect(joinParts([...torn, ...older], NAME, NOW)).toMatchObject({
      status: "whole",
      value: "old",
    });
  });

  it("do not include cookies with other names", () => {
    const [part] = write("value", 0);
    const named = (name: string) =>
      joinParts([{ name, value: part?.value ?? "" }], NAME, NOW).status;
    expect(["sb-session", "sb-session.0", "sb-session.999"].map(named)).toEqual(
      Array(3).fill("whole"),
    );
    for (const name of [
      "sb-session.",
      "sb-session.1000",
      "sb-session.a1",
      "sb-session.1a",
      "sb-sessions",
      "x-session.0",
      "sb-session-0",
      "0",
    ]) {
      expect([name, named(name), isPartName(name, NAME)]).toEqual([name, "none", false]);
    }
  });

  it("are reported as damaged when a single character has changed", () => {
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
          expect(joinParts([{ name: first.name, value: cut }, ...rest], NAME, NOW).status).toBe(
            "damaged",
          );
        },
      ),
    );
  });

  it("are reported as damaged when another program wrote the cookies", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (values) => {
        const cookies = values.map((text, index) => ({ name: `${NAME}.${index}`, value: text }));
        expect(joinParts(cookies, NAME, NOW).status).toBe(values.length === 0 ? "none" : "damaged");
      }),
    );
  });

  it("cause an error that states their number if the session needs more than two cookies", () => {
    const generation = createGeneration(0, Uint8Array.of(0, 0));
    const room = splitValue("x".repeat(CHUNK_CHARACTERS), generation)[0]?.split("~")[1]?.length;
    const most = MAX_CHUNKS * (room ?? 0);
    expect(splitValue("x".repeat(most), generation)).toHaveLength(MAX_CHUNKS);
    expect(() => splitValue("x".repeat(most + 1), generation)).toThrowError(
      expect.objectContaining({
        code: "cookie_too_large",
        operation: "session.write",
        message: expect.stringContaining("takes 3 cookies, more than 2"),
      }),
    );
  });

  it("fill each cookie, except for the last, to its maximum length", () => {
    const parts = splitValue("x".repeat(6000), createGeneration(0, Uint8Array.of(0, 0)));
    expect(parts.map((part) => part.length)).toEqual([3180, expect.any(Number)]);
  });

  it("keep their stored format, because browsers still have cookies of older releases", () => {
    const generation = createGeneration(1_700_000_000_000, Uint8Array.of(1, 2));
    expect(generation).toBe("0loyw3v28076");
    expect(createGeneration(1_700_000_000_000, Uint8Array.of(255, 255))).toBe("0loyw3v28ekf");
    expect(splitValue("hello", generation)).toEqual(["1.0loyw3v28076.1.0.068mh6x9usx.~hello"]);
  });
});
