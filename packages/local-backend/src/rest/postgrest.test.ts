import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { readConfig } from "../config/read-config.ts";
import { Postgrest } from "./postgrest.ts";

const root = mkdtempSync(join(tmpdir(), "postgrest-"));
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(root, { recursive: true });
});

test.runIf(process.platform !== "win32")(
  "reports PostgREST as ready only between the end of its start and its stop",
  async () => {
    const program = join(root, "postgrest");
    writeFileSync(program, "#!/bin/sh\nexec sleep 60\n", { mode: 0o755 });
    let answer: (response: Response) => void = () => undefined;
    const asked = vi.fn(
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    );
    vi.stubGlobal("fetch", asked);
    const postgrest = new Postgrest({
      config: readConfig({ projectDir: root, environment: {}, warn: () => undefined }),
      publicUrl: "",
      databaseUrl: "",
      keysFile: "",
      dataDir: root,
      track: () => () => undefined,
    });
    try {
      const starting = postgrest.start(program);
      await expect.poll(() => asked.mock.calls).toHaveLength(1);
      await expect(postgrest.check()).rejects.toThrow("PostgREST is starting");
      answer(new Response());
      await starting;
      asked.mockResolvedValue(new Response());
      await expect(postgrest.check()).resolves.toBeUndefined();
    } finally {
      await postgrest.stop();
    }
    await expect(postgrest.check()).rejects.toThrow("PostgREST is starting");
  },
);
