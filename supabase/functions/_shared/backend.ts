import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import type { Verification } from "./caller.ts";
import { Refusal } from "./http.ts";
import type { Accounts, ObjectStore, SystemDatabase, UserDatabase } from "./ports.ts";
import type { Settings } from "./settings.ts";

const OPTIONS = {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
};

/** Older versions of Storage send only `error`. */
const storageError = z.object({ code: z.string().optional(), error: z.string().optional() });

class BackendFailure extends Error {
  override readonly name = "BackendFailure";
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export interface Backend extends SystemDatabase, UserDatabase {
  store: ObjectStore;
  accounts: Accounts;
  verify(token: string): Promise<Verification>;
  canSeeFile(token: string, fileId: string): Promise<boolean>;
}

export function connect(settings: Settings): Backend {
  const service = createClient(settings.supabaseUrl, settings.secretKey, OPTIONS);
  return {
    async rpc(name, parameters = {}) {
      const { data, error } = await service.rpc(name, parameters);
      if (error) throw new BackendFailure(error.code);
      return data;
    },
    store: createStore(settings, service),
    accounts: createAccounts(service),
    verify: (token) => verifyToken(service, token),
    async rpcAs(token, name, parameters = {}) {
      const { data, error } = await actAs(settings, token).rpc(name, parameters);
      if (error) throw refusalOf(error) ?? new BackendFailure(error.code);
      return data;
    },
    async canSeeFile(token, fileId) {
      const caller = actAs(settings, token);
      const { data, error } = await caller.from("files").select("id").eq("id", fileId);
      if (error) throw new BackendFailure(error.code);
      return data.length > 0;
    },
  };
}

function actAs(settings: Settings, token: string): SupabaseClient {
  return createClient(settings.supabaseUrl, settings.publishableKey, {
    ...OPTIONS,
    global: { headers: { Authorization: `Bearer ${token}` } },
  });
}

/**
 * Our SQL raises a refusal with `PT` and the HTTP status as SQLSTATE, the error code as message,
 * and JSON as detail.
 */
function refusalOf(error: { code: string; message: string; details: string | null }) {
  const status = /^PT([45]\d\d)$/.exec(error.code)?.[1];
  return status === undefined
    ? undefined
    : new Refusal(Number(status), error.message, parseJson(error.details ?? "{}"));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function verifyToken(service: SupabaseClient, token: string): Promise<Verification> {
  // `getClaims` asks Auth about a token with a symmetric signature, and verifies other tokens
  // locally.
  const { data, error } = await service.auth.getClaims(token).catch((cause: unknown) => ({
    data: null,
    error: cause instanceof Error ? cause : new Error("unknown"),
  }));
  if (data) return { kind: "valid", claims: data.claims };
  const status = error && "status" in error && typeof error.status === "number" ? error.status : 0;
  const isOutage = error?.name === "AuthRetryableFetchError" || status === 429 || status >= 500;
  return { kind: isOutage ? "unavailable" : "invalid" };
}

function createAccounts(service: SupabaseClient): Accounts {
  return {
    async create(email, password) {
      const { data, error } = await service.auth.admin.createUser({ email, password });
      if (error?.code === "email_exists") return undefined;
      if (error) throw new BackendFailure(error.code ?? "auth");
      return data.user.id;
    },
    async setPassword(userId, password) {
      const { error } = await service.auth.admin.updateUserById(userId, { password });
      if (error) throw new BackendFailure(error.code ?? "auth");
    },
    async removeFactors(userId) {
      const { data, error } = await service.auth.admin.mfa.listFactors({ userId });
      if (error) throw new BackendFailure(error.code ?? "auth");
      for (const { id } of data.factors) {
        const deleted = await service.auth.admin.mfa.deleteFactor({ id, userId });
        if (deleted.error) throw new BackendFailure(deleted.error.code ?? "auth");
      }
      return data.factors.length;
    },
    async remove(userId) {
      const { error } = await service.auth.admin.deleteUser(userId);
      if (error && error.code !== "user_not_found") throw new BackendFailure(error.code ?? "auth");
    },
  };
}

function createStore(settings: Settings, service: SupabaseClient): ObjectStore {
  // Uses plain fetch for ranges and streams. By default, `download` of storage-js loads the whole
  // object into memory.
  const request = (bucket: string, path: string, range?: string) =>
    fetch(`${settings.supabaseUrl}/storage/v1/object/authenticated/${bucket}/${encodePath(path)}`, {
      headers: {
        apikey: settings.secretKey,
        authorization: `Bearer ${settings.secretKey}`,
        ...(range === undefined ? {} : { range }),
      },
    });
  return {
    async open(bucket, path) {
      const response = await request(bucket, path);
      if (response.ok && response.body) return response.body;
      const body = storageError.safeParse(await response.json().catch(() => undefined));
      const code = body.data?.code ?? body.data?.error;
      // For a missing object, Storage may return 400 with the real error code in the body.
      if (response.status === 404 || code === "NoSuchKey" || code === "not_found") return undefined;
      throw new BackendFailure(code ?? `http_${response.status}`);
    },
    async read(bucket, path, start, end) {
      const response = await request(bucket, path, `bytes=${start}-${end - 1}`);
      if (response.status !== 206) {
        await response.body?.cancel();
        throw new BackendFailure(`http_${response.status}`);
      }
      return new Uint8Array(await response.arrayBuffer());
    },
    async remove(bucket, paths) {
      const { data, error } = await service.storage.from(bucket).remove([...paths]);
      if (error) throw new BackendFailure(error.name);
      return data.length;
    },
  };
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
