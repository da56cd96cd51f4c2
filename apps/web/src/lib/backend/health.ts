import "server-only";
import { backend } from "@/lib/backend/backend";
import type { CodeEmailReport } from "@/lib/codes/code-emails";
import { codeEmails } from "@/lib/codes/code-emails.server";

const TIMEOUT_MILLISECONDS = 2_500;

/** A sweep is late after this time. The database runs a sweep every minute. */
const SWEEP_LATE_SECONDS = 300;

export type Health = {
  ok: boolean;
  web: true;
  auth: boolean;
  database: boolean;
  storage: boolean;
  codeEmails: CodeEmailReport;
  sweep: "ok" | "late" | "unknown";
  /** Null if no sweep has completed, or if `sweep` is `unknown`. */
  sweepAgeSeconds: number | null;
};

async function ask(path: string, init: RequestInit = {}): Promise<Response | null> {
  try {
    return await fetch(`${backend.url}${path}`, {
      ...init,
      cache: "no-store",
      headers: { apikey: backend.anonKey, "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
  } catch {
    return null;
  }
}

async function answers(path: string, init?: RequestInit): Promise<boolean> {
  const response = await ask(path, init);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

export function databaseAnswers(): Promise<boolean> {
  return answers("/rest/v1/rpc/get_public_request", {
    method: "POST",
    body: JSON.stringify({ public_id: "health" }),
  });
}

/**
 * Storage has no public health endpoint, so request a public object that does not exist, and expect
 * a 404 error.
 */
async function storageAnswers(): Promise<boolean> {
  const response = await ask("/storage/v1/object/public/images/health");
  const body: unknown = await response?.json().catch(() => null);
  return typeof body === "object" && body !== null && "statusCode" in body
    ? String(body.statusCode) === "404"
    : false;
}

async function readSweep(): Promise<Pick<Health, "sweep" | "sweepAgeSeconds">> {
  const response = await ask("/rest/v1/rpc/get_sweep_age", { method: "POST", body: "{}" });
  const age: unknown = response?.ok ? await response.json().catch(() => undefined) : undefined;
  if (age === null) return { sweep: "late", sweepAgeSeconds: null };
  if (typeof age !== "number") return { sweep: "unknown", sweepAgeSeconds: null };
  return { sweep: age > SWEEP_LATE_SECONDS ? "late" : "ok", sweepAgeSeconds: age };
}

/** A late sweep and failed emails do not change `ok`. */
export async function checkHealth(): Promise<Health> {
  const [auth, database, storage, sweep] = await Promise.all([
    answers("/auth/v1/health"),
    databaseAnswers(),
    storageAnswers(),
    readSweep(),
  ]);
  return {
    ok: auth && database && storage,
    web: true,
    auth,
    database,
    storage,
    codeEmails: codeEmails.report(Date.now()),
    ...sweep,
  };
}
