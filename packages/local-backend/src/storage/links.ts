import type { JWTPayload } from "jose";
import type { Tokens } from "../keys/tokens.ts";
import { tokenProblem } from "./caller.ts";
import type { StorageContext } from "./context.ts";
import { refuse } from "./errors.ts";
import type { ObjectAddress } from "./object-key.ts";
import { checkOf, readQuery } from "./validation.ts";

type Scope = "download" | "upload";

const purposeOf = (scope: Scope) => `storage-${scope}`;

const tokenCheck = checkOf<{ token: string }>({
  type: "object",
  properties: { token: { type: "string" }, download: { type: "string" } },
  required: ["token"],
});

export function requireTokenIn(url: string): string {
  return readQuery(url, tokenCheck).token;
}

export async function signLink(
  context: StorageContext,
  scope: Scope,
  claims: JWTPayload & { url: string },
  lifetimeSeconds: number,
): Promise<string> {
  const nowSeconds = Math.floor(context.now() / 1000);
  return await context.tokens.signInternal(purposeOf(scope), {
    ...claims,
    scope,
    iat: nowSeconds,
    exp: nowSeconds + lifetimeSeconds,
  });
}

/** As on hosted Supabase, also accepts tokens signed with one of the project's keys. */
export async function verifyLink(
  tokens: Tokens,
  scope: Scope,
  token: string,
  address: ObjectAddress,
): Promise<JWTPayload> {
  const claims = await readLink(tokens, token);
  // Tokens signed with one of the project's keys may have no scope.
  const given = claims.scope ?? ("upsert" in claims ? "upload" : "download");
  if (given !== scope) throw refuse.invalidSignature(`Token is not scoped for ${scope}`);
  if (claims.url !== `${address.bucket}/${address.name}`) throw refuse.invalidSignature();
  return claims;
}

async function readLink(tokens: Tokens, token: string): Promise<JWTPayload> {
  for (const scope of ["download", "upload"] as const) {
    try {
      return await tokens.verifyInternal(purposeOf(scope), token);
    } catch (error) {
      if ((error as { code?: unknown }).code === "expired") {
        throw refuse.invalidJwt(tokenProblem(error));
      }
    }
  }
  try {
    return await tokens.read(token);
  } catch (error) {
    throw refuse.invalidJwt(tokenProblem(error));
  }
}
