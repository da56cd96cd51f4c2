import { createSessionServer } from "@dossier/backend-client/server";
import { authAnswer, createMemoryBackend, type NewSession } from "@dossier/backend-client/testing";
import type { Database } from "@dossier/supabase/database.types";
import { expect, test } from "vitest";
import { findStepUpError } from "@/features/mfa/queries";

async function signIn(session: NewSession = {}) {
  const memory = createMemoryBackend<Database>();
  const jar = memory.createJar();
  await memory.signIn(jar, session);
  const scope = createSessionServer(memory.backend).open({ cookies: jar });
  return { memory, scope, countCalls: () => memory.count("/auth/v1/user") };
}

const timestamp = Math.floor(Date.now() / 1000);

test("findStepUpError requests the user's factors only once if the user has none", async () => {
  const { scope, countCalls } = await signIn();
  expect(await findStepUpError(scope, { asksOnlyHolders: true })).toBeNull();
  expect(countCalls()).toBe(1);
});

test("findStepUpError requests the user's factors only once if the auth service fails to list them", async () => {
  const { memory, scope, countCalls } = await signIn();
  const respond = () => authAnswer(400, { code: "validation_failed" });
  memory.faults.add({ path: "/auth/v1/user", times: 9, respond });
  const error = await findStepUpError(scope, { asksOnlyHolders: true });
  expect(error?.code).toBe("validation_failed");
  expect(countCalls()).toBe(1);
});

test("findStepUpError does not request the user's factors if the user has just confirmed one", async () => {
  const claims = { amr: [{ method: "totp", timestamp }] };
  const { scope, countCalls } = await signIn({ aal: "aal2", claims });
  expect(await findStepUpError(scope)).toBeNull();
  expect(countCalls()).toBe(0);
});
