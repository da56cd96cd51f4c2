import { describe, expect, test, vi } from "vitest";
import { loadTextStart, parseTextStart } from "@/features/review/viewer/text-file";

const csvOf = (text: string) =>
  parseTextStart(new Uint8Array(Buffer.from(text)), { mime: "text/csv", isCut: false });

describe("parseTextStart", () => {
  test("limits the rows, columns and characters of a table, and counts what is not shown", () => {
    const row = Array.from({ length: 60 }, () => "x".repeat(400)).join(",");
    const start = csvOf(`${row}\n`.repeat(120));
    expect(start).toMatchObject({ kind: "table", columns: 50, hiddenColumns: 10 });
    if (start.kind !== "table") return;
    const { rows, total } = start.table;
    expect([rows.length, total]).toEqual([100, 120]);
    expect(rows.every(({ cells }) => cells.length === 50)).toBe(true);
    expect(rows[0]?.cells[0]).toBe(`${"x".repeat(300)}…`);
  });

  test("replaces invisible characters with visible marks, and removes a byte-order mark", () => {
    const start = csvOf("\ufeffAmount\n\u202e05.1\n");
    expect(start.kind === "table" && start.table.rows.map(({ cells }) => cells)).toEqual([
      ["Amount"],
      ["\ufffd05.1"],
    ]);
    const bytes = new Uint8Array(Buffer.from("\ufeffPay \u202e05.1"));
    expect(parseTextStart(bytes, { mime: "text/plain", isCut: false })).toMatchObject({
      text: "Pay \ufffd05.1",
    });
  });

  test("returns only the start of a long text", () => {
    const bytes = new Uint8Array(Buffer.from("long ".repeat(20_000)));
    const start = parseTextStart(bytes, { mime: "text/plain", isCut: false });
    expect(start).toMatchObject({ kind: "text", isCut: true });
    expect(start.kind === "text" && start.text.length).toBe(65_536);
  });
});

describe("loadTextStart", () => {
  const load = (bytes: number) =>
    loadTextStart("/files/f1", { mime: "text/csv", bytes, signal: new AbortController().signal });

  test("requests only the first bytes of a large file, and stops reading if the server sends the whole file", async () => {
    const chunk = new TextEncoder().encode("a,b\n".repeat(16_384));
    let sent = 0;
    const cancel = vi.fn();
    const body = new ReadableStream({
      pull: (controller) => {
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
      cancel,
    });
    const fetched = vi
      .spyOn(globalThis, "fetch")
      .mockResolvedValue(new Response(body, { headers: { "content-type": "text/plain" } }));
    const start = await load(100_000_000);
    expect(fetched.mock.calls[0]?.[1]?.headers).toEqual({ range: "bytes=0-524287" });
    expect(start).toMatchObject({ kind: "table", columns: 2, isCut: true });
    expect(cancel).toHaveBeenCalled();
    expect(sent).toBeLessThan(700_000);
    fetched.mockRestore();
  });

  test("rejects if the response is an HTML page or has an error status", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    for (const [type, status] of [
      ["text/html; charset=utf-8", 200],
      ["text/plain; charset=utf-8", 502],
    ] as const) {
      fetched.mockResolvedValueOnce(
        new Response("Not the file", { status, headers: { "content-type": type } }),
      );
      await expect(load(10), type).rejects.toThrow("not loaded");
    }
    fetched.mockRestore();
  });
});
