import { expect, test, vi } from "vitest";
import { guardDocument } from "@/lib/http/document-request.server";

const next = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", () => ({ headers: async () => next.headers }));

test.each([
  ["document", true],
  ["iframe", true],
  [undefined, true],
  ["empty", false],
])(
  "guardDocument runs its check only for documents, iframes and requests without Sec-Fetch-Dest: %s",
  async (destination, isChecked) => {
    next.headers = new Headers(destination ? { "sec-fetch-dest": destination } : {});
    const check = vi.fn(async () => {});
    await guardDocument(check);
    expect(check).toHaveBeenCalledTimes(isChecked ? 1 : 0);
  },
);

test("guardDocument rejects with the error that its check throws", async () => {
  next.headers = new Headers({ "sec-fetch-dest": "document" });
  await expect(guardDocument(() => Promise.reject(new Error("no page")))).rejects.toThrow(
    "no page",
  );
});
