import { expect, test } from "vitest";
import { findFreePort, LOOPBACK } from "../supervisor/ports.ts";
import { refuseUnfiltered } from "./refuse-unfiltered.ts";

test("refuseUnfiltered returns 503 if PostgREST does not respond", async () => {
  const url = `http://${LOOPBACK}:${await findFreePort()}/notes`;
  const answer = await refuseUnfiltered("DELETE", url, {});
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ code: "PGRST000", message: "PostgREST does not respond." });
});
