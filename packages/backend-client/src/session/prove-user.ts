import { sha256 } from "#crypto";
import type { Backend } from "../config/define-backend.js";
import { findPartyFault, parseClaims } from "./claims.js";
import { findKey, type KeySearch } from "./jwks.js";
import { parseJwt } from "./jwt.js";
import { realmState } from "./project-state.js";
import { checkWithSecret, isPlainHeader } from "./signature.js";

/**
 * Returns the user of a token that a key verifies, even if the token has expired. May fetch keys,
 * but never sends the token to the auth service.
 */
export async function proveUser(
  backend: Backend,
  token: string,
  { secret, ...search }: KeySearch & { secret: string | undefined },
): Promise<string | undefined> {
  const { verified, answers } = await realmState(backend, secret);
  const hash = await sha256(token);
  const known = verified.get(hash);
  if (known) return known.claims.sub;
  const jwt = parseJwt(token);
  if (!jwt || !isPlainHeader(jwt)) return undefined;
  const claims = parseClaims(jwt.payload);
  if (typeof claims === "string" || findPartyFault(claims, backend) !== null) return undefined;
  if (jwt.header.alg === "HS256") {
    const isSigned =
      secret === undefined ? answers.get(hash)?.isGood : await checkWithSecret(secret)(jwt);
    return isSigned ? claims.sub : undefined;
  }
  const kid = typeof jwt.header.kid === "string" ? jwt.header.kid : "";
  const { key } = await findKey(backend, kid, search);
  const isSigned = key !== null && key.alg === jwt.header.alg && (await key.check(jwt));
  return isSigned ? claims.sub : undefined;
}
