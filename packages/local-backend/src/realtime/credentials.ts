import type { TokenClaims, Tokens } from "../keys/tokens.ts";

export interface Credentials {
  token: string;
  claims: TokenClaims;
  expiresAtMs: number;
}

/** The message is sent to the client. */
export class CredentialError extends Error {
  override name = "CredentialError";
}

export async function verifyCredentials(tokens: Tokens, token: string): Promise<Credentials> {
  let claims: TokenClaims;
  try {
    claims = await tokens.verify(token);
  } catch (error) {
    const isExpired = (error as { code?: unknown }).code === "expired";
    throw new CredentialError(
      isExpired ? "Token has expired" : "The token provided is not a valid JWT",
    );
  }
  if (typeof claims.exp !== "number") {
    throw new CredentialError("Fields `role` and `exp` are required in JWT");
  }
  return { token, claims, expiresAtMs: claims.exp * 1000 };
}
