import { expect, test, vi } from "vitest";
import { z } from "zod";
import { randomId } from "@/lib/ids/random-id";

test("randomId creates random UUIDs, even if the browser has no `randomUUID`", () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal("crypto", { getRandomValues });
  const ids = Array.from({ length: 100 }, randomId);
  vi.unstubAllGlobals();
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true);
  expect(new Set(ids).size).toBe(100);
});
