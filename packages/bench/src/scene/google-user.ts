import { randomUUID } from "node:crypto";

export interface GoogleUser {
  id: string;
  email: string;
  user: Record<string, unknown>;
  /** Claims of the access token, except the issuer, the times, `amr` and the session ID. */
  claims: Record<string, unknown>;
}

const FIRST_SEEN = "2026-02-11T08:14:32.418207Z";
const LAST_SEEN = "2026-11-20T07:41:09.902114Z";

/**
 * Creates a user who signed up with Google and later set a password. The fields are those of a
 * response of hosted Supabase, with made-up values.
 */
export function createGoogleUser(index: number): GoogleUser {
  const id = randomUUID();
  const email = `maria.oberhauser.${String(index).padStart(4, "0")}@gmail.com`;
  const sub = String(104_815_162_342_000_000n + BigInt(index)).padStart(21, "1");
  const picture =
    "https://lh3.googleusercontent.com/a/ACg8ocKq3n0bX5Zt1vJ9mLw7yUe2RkHsD4fGpTaVxQiNcB6oW8dYzE=s96-c";
  const google = {
    avatar_url: picture,
    email,
    email_verified: true,
    full_name: "Maria Oberhauser",
    iss: "https://accounts.google.com",
    name: "Maria Oberhauser",
    phone_verified: false,
    picture,
    provider_id: sub,
    sub,
  };
  const app_metadata = { provider: "google", providers: ["google", "email"] };
  const identity = (provider: string, data: Record<string, unknown>) => ({
    identity_id: randomUUID(),
    id: String(data.sub),
    user_id: id,
    identity_data: data,
    provider,
    last_sign_in_at: LAST_SEEN,
    created_at: FIRST_SEEN,
    updated_at: LAST_SEEN,
    email,
  });
  return {
    id,
    email,
    user: {
      id,
      aud: "authenticated",
      role: "authenticated",
      email,
      email_confirmed_at: FIRST_SEEN,
      phone: "",
      confirmed_at: FIRST_SEEN,
      recovery_sent_at: LAST_SEEN,
      last_sign_in_at: LAST_SEEN,
      app_metadata,
      user_metadata: google,
      identities: [
        identity("google", google),
        identity("email", { email, email_verified: true, phone_verified: false, sub: id }),
      ],
      created_at: FIRST_SEEN,
      updated_at: LAST_SEEN,
      is_anonymous: false,
    },
    claims: {
      sub: id,
      aud: "authenticated",
      email,
      phone: "",
      app_metadata,
      user_metadata: google,
      role: "authenticated",
      aal: "aal1",
      is_anonymous: false,
    },
  };
}
