import { describe, expect, it } from "vitest";
import { createFunctionsClient } from "../../src/functions/functions-client.js";
import type { Scene } from "./scene.js";

export function describeFunctions(scene: () => Scene): void {
  describe("Edge Functions", () => {
    it("run as the user and return the response", async () => {
      const functions = createFunctionsClient(scene().mia.options);
      const { data, error } = await functions.invoke("echo", { body: { a: 1 } });
      expect(error).toBeNull();
      expect(data).toEqual({ body: { a: 1 }, role: "authenticated" });
    });

    it("return their own errors, and an unknown function returns an error", async () => {
      const functions = createFunctionsClient(scene().mia.options);
      expect((await functions.invoke("echo", { body: { status: 422 } })).error).toMatchObject({
        kind: "functions",
        code: "http_error",
        upstreamCode: "asked_to_fail",
        status: 422,
        details: { code: "asked_to_fail" },
      });
      expect((await functions.invoke("nowhere")).error).toMatchObject({
        kind: "functions",
        status: 404,
      });
    });

    it("return a timeout error when the call's timeout is over", async () => {
      const { faults, mia } = scene();
      const disarm = faults.add({ path: "/functions/v1/echo", delayMs: 5_000 });
      const { error } = await createFunctionsClient(mia.options).invoke("echo", { timeout: 50 });
      disarm();
      expect(error).toMatchObject({ kind: "network", code: "timeout" });
    });
  });
}
