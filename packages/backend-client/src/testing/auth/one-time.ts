import type { EmailKind } from "../email-sink.js";
import { AuthRefusal } from "./answers.js";
import type { AuthState, MemoryUser, OneTimeToken } from "./state.js";

export function sendOneTimeToken(
  state: AuthState,
  user: MemoryUser,
  email: { kind: EmailKind; to: string; challenge?: unknown; redirectTo?: string | null },
): void {
  const { kind, to } = email;
  for (const other of state.oneTimeTokens) {
    if (other.userId === user.id && other.kind === kind) state.oneTimeTokens.delete(other);
  }
  const serial = state.serial();
  const challenge = typeof email.challenge === "string" ? email.challenge : null;
  const token: OneTimeToken = {
    kind,
    userId: user.id,
    code: String(100_000 + ((serial * 7919) % 900_000)),
    hash: `${challenge ? "pkce_" : ""}${serial.toString(16).padStart(56, "0")}`,
    expiresAt: state.clock.now() + state.options.otpSeconds * 1000,
    challenge,
  };
  state.oneTimeTokens.add(token);
  const link = new URL(`${state.url}/auth/v1/verify`);
  link.searchParams.set("token", token.hash);
  link.searchParams.set("type", kind);
  link.searchParams.set("redirect_to", email.redirectTo ?? "http://app.test");
  const text = `Your code is ${token.code}. Or follow this link: ${link.href}`;
  state.emails.send({ kind, to, code: token.code, tokenHash: token.hash, link: link.href, text });
}

function kindsOf(type: unknown): readonly EmailKind[] {
  if (type === "email") return ["signup", "magiclink"];
  const kinds: readonly EmailKind[] = ["signup", "magiclink", "recovery", "email_change"];
  return kinds.filter((kind) => kind === type);
}

export function takeOneTimeToken(
  state: AuthState,
  given: { type: unknown; hash?: unknown; code?: unknown; user?: MemoryUser | undefined },
): { token: OneTimeToken; user: MemoryUser } {
  const kinds = kindsOf(given.type);
  if (kinds.length === 0) throw new AuthRefusal(400, "validation_failed");
  const token = [...state.oneTimeTokens].find(
    (each) =>
      kinds.includes(each.kind) &&
      (given.hash === undefined
        ? each.userId === given.user?.id && each.code === given.code
        : each.hash === given.hash),
  );
  const user = token && state.users.get(token.userId);
  if (!token || !user || token.expiresAt <= state.clock.now()) {
    throw new AuthRefusal(403, "otp_expired");
  }
  state.oneTimeTokens.delete(token);
  if (token.kind === "email_change") {
    user.email = user.newEmail ?? user.email;
    user.newEmail = null;
  }
  user.isConfirmed = true;
  return { token, user };
}
