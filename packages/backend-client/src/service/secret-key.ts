import { refuse, roleOf } from "../config/project.js";

/**
 * `token68` of RFC 7235. Other text could be a key too, and `Headers` would throw an error that
 * contains the text.
 */
const TOKEN = /^[\w.~+/-]+=*$/;
const SECRET = /^sb_secret_./;
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

function isNextBuild(): boolean {
  return globalThis.process?.env?.NEXT_PHASE === "phase-production-build";
}

function isSecretKey(text: string): boolean {
  return SECRET.test(text) || (JWT.test(text) && roleOf(text) === "service_role");
}

/** During a Next build, the key may be empty. The returned function then throws. */
export function holdSecretKey(text: string): () => string {
  if (text === "") {
    const refuseEmpty = () => refuse("secretKey", "is empty; use a secret key of the project");
    if (!isNextBuild()) refuseEmpty();
    return refuseEmpty;
  }
  if (!TOKEN.test(text) || !isSecretKey(text)) {
    refuse(
      "secretKey",
      "is not a secret key; use one that begins with sb_secret_, or a JWT with the role service_role",
    );
  }
  return () => text;
}
