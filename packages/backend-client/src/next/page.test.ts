import { expect, it, vi } from "vitest";
import { createPageHelpers } from "./page.js";

// What Next does with a page that asks for cookies while it is built.
const bailOut = new Error("Dynamic server usage: cookies");
vi.mock("next/headers", () => ({
  headers: async () => new Headers(),
  cookies: async () => {
    throw bailOut;
  },
}));

it("asks for cookies before it asks for the backend, which a build need not have", async () => {
  const { getBackend } = createPageHelpers(() => {
    throw new Error("SUPABASE_URL is missing");
  });
  await expect(getBackend()).rejects.toBe(bailOut);
});
