import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AuthWorld,
  claimsOf,
  createAuthWorld,
  fragmentOf,
  PASSWORD,
  pkceSettings,
} from "./auth-people.ts";

let world: AuthWorld;

beforeAll(async () => {
  world = await createAuthWorld();
});
afterAll(() => world.stop());

const SITE = "http://127.0.0.1:3000";
const code = (status: number, name: string) => expect.objectContaining({ status, code: name });

async function follow(link: string, init: RequestInit = {}) {
  const response = await fetch(link, { redirect: "manual", ...init });
  return { response, location: new URL(response.headers.get("location") ?? SITE) };
}

describe("Auth in the implicit flow", () => {
  test("returns the session in the fragment of the redirect, once per link", async () => {
    const email = "implicit@example.test";
    await world.guest().auth.signUp({ email, password: PASSWORD });
    const link = await world.link(email);
    const { response, location } = await follow(link);
    expect(response.status).toBe(303);
    expect(location.origin).toBe(SITE);
    const fragment = fragmentOf(response);
    expect(Object.fromEntries(fragment)).toMatchObject({
      token_type: "bearer",
      type: "signup",
      sb: "",
    });
    const client = world.guest();
    const session = await client.auth.setSession({
      access_token: fragment.get("access_token") ?? "",
      refresh_token: fragment.get("refresh_token") ?? "",
    });
    expect(session.data.user?.email).toBe(email);
    expect(await claimsOf(client)).toMatchObject({ amr: [{ method: "otp" }] });

    const again = await follow(link);
    expect(Object.fromEntries(fragmentOf(again.response))).toMatchObject({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
    });
    expect(again.location.search).toBe("");
  });

  test("keeps a link valid after HEAD requests of email scanners", async () => {
    const email = "scanned@example.test";
    await world.guest().auth.signInWithOtp({ email });
    const link = await world.link(email);
    expect((await follow(link, { method: "HEAD" })).response.status).toBe(200);
    expect(fragmentOf((await follow(link)).response).get("access_token")).not.toBeNull();
  });

  test.each([
    [`${SITE}/inside?x=1`, `${SITE}/inside?x=1`],
    ["http://127.0.0.1:4999/other-port", "http://127.0.0.1:4999/other-port"],
    ["https://evil.example/", `${SITE}/`],
    ["javascript:alert(1)", `${SITE}/`],
    [`http://127.0.0.1:3000@evil.example/`, `${SITE}/`],
  ])(
    "if a client requests an email with the redirect URL %s, the emailed link redirects to %s",
    async (emailRedirectTo, target) => {
      const email = `redirect-${Buffer.from(emailRedirectTo).toString("hex").slice(0, 40)}@x.test`;
      await world.guest().auth.signInWithOtp({ email, options: { emailRedirectTo } });
      const { location } = await follow(await world.link(email));
      expect(location.href.split("#")[0]).toBe(target);
    },
  );

  test("redirects to site_url if someone edits the link so that redirect_to is a URL that is not allowed", async () => {
    const email = "tampered@example.test";
    await world.guest().auth.signInWithOtp({ email });
    const link = new URL(await world.link(email));
    link.searchParams.set("redirect_to", "https://evil.example/");
    expect((await follow(link.href)).location.origin).toBe(SITE);
  });
});

describe("Auth in the PKCE flow", () => {
  const pkceClient = () => world.guest(pkceSettings());

  async function codeFrom(email: string): Promise<string> {
    const { response, location } = await follow(await world.link(email));
    expect(response.status).toBe(303);
    expect(location.hash).toBe("");
    return location.searchParams.get("code") ?? "";
  }

  test.each(["email/signup", "magiclink", "recovery", "email_change"] as const)(
    "exchanges the PKCE code of a link for %s only once, and stores the method in the claim amr",
    async (method) => {
      const name = `pkce-${method.replace("/", "-")}`;
      const email = `${name}@example.test`;
      const client = pkceClient();
      let address = email;
      if (method === "email/signup") {
        await client.auth.signUp({ email, password: PASSWORD });
      } else {
        await world.signIn(name);
        if (method === "magiclink") await client.auth.signInWithOtp({ email });
        if (method === "recovery") await client.auth.resetPasswordForEmail(email);
      }
      if (method === "email_change") {
        await client.auth.signInWithPassword({ email, password: PASSWORD });
        address = `next-${email}`;
        await client.auth.updateUser({ email: address });
        const half = await follow(await world.link(email));
        expect(half.location.searchParams.get("message")).toContain("Confirmation link accepted");
      }
      const authCode = await codeFrom(address);
      const { data, error } = await client.auth.exchangeCodeForSession(authCode);
      expect(error).toBeNull();
      expect(data.user?.email).toBe(address);
      expect(await claimsOf(client)).toMatchObject({ amr: [{ method }] });
      const again = await world.call("/token?grant_type=pkce", {
        json: { auth_code: authCode, code_verifier: "x".repeat(43) },
      });
      expect([again.status, again.headers.get("x-sb-error-code")]).toEqual([
        404,
        "flow_state_not_found",
      ]);
    },
  );

  test("accepts a typed code in a client that uses PKCE", async () => {
    const email = "pkce-typed@example.test";
    const client = pkceClient();
    await client.auth.signInWithOtp({ email });
    const token = await world.code(email);
    expect((await client.auth.verifyOtp({ email, token, type: "email" })).error).toBeNull();
  });

  const exchange = async (authCode: string) => {
    const response = await world.call("/token?grant_type=pkce", {
      json: { auth_code: authCode, code_verifier: "y".repeat(43) },
    });
    return [response.status, response.headers.get("x-sb-error-code")];
  };
  const sixMinutesEarlier = (column: "auth_code_issued_at" | "created_at") =>
    world.database.query(`update auth.flow_state set ${column} = ${column} - interval '6 minutes'`);

  test("refuses a magic link's PKCE code with a wrong verifier or five minutes after the click", async () => {
    const { email } = await world.signIn("pkce-wrong");
    await pkceClient().auth.signInWithOtp({ email });
    const authCode = await codeFrom(email);
    expect(await exchange(authCode)).toEqual([400, "bad_code_verifier"]);
    await sixMinutesEarlier("created_at");
    expect(await exchange(authCode)).toEqual([400, "bad_code_verifier"]);
    await sixMinutesEarlier("auth_code_issued_at");
    expect(await exchange(authCode)).toEqual([422, "flow_state_expired"]);
  });

  test("refuses a recovery link's PKCE code five minutes after the request for the email", async () => {
    const { email } = await world.signIn("pkce-late");
    await pkceClient().auth.resetPasswordForEmail(email);
    const authCode = await codeFrom(email);
    await sixMinutesEarlier("auth_code_issued_at");
    expect(await exchange(authCode)).toEqual([400, "bad_code_verifier"]);
    await sixMinutesEarlier("created_at");
    expect(await exchange(authCode)).toEqual([422, "flow_state_expired"]);
  });

  test("redirects a PKCE link with errors in the query and in the fragment", async () => {
    const link = `${world.backend.urls.api}/auth/v1/verify?token=pkce_nothing&type=signup`;
    const { response, location } = await follow(link);
    expect(location.searchParams.get("error_code")).toBe("otp_expired");
    expect(fragmentOf(response).get("error_code")).toBe("otp_expired");
  });

  test("refuses a PKCE code challenge without a challenge method", async () => {
    const response = await world.call("/otp", {
      json: { email: "half@example.test", code_challenge: "z".repeat(43) },
    });
    expect(response.status).toBe(400);
  });
});

describe("a token_hash", () => {
  test.each(["email", "phone", "redirect_to"])(
    "refuses a token_hash together with %s",
    async (field) => {
      const json = { type: "email", token_hash: "abc", [field]: "http://127.0.0.1:3000" };
      const response = await world.call("/verify", { json });
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({ msg: "Only the token_hash and type should be provided" }),
      ]);
    },
  );

  test("signs a user in once with a token_hash, without the email address", async () => {
    const email = "hash@example.test";
    await world.guest().auth.signInWithOtp({ email });
    const hash = new URL(await world.link(email)).searchParams.get("token") ?? "";
    const proof = { token_hash: hash, type: "email" } as const;
    const first = await world.guest().auth.verifyOtp(proof);
    expect(first.data.user?.email).toBe(email);
    const second = await world.guest().auth.verifyOtp(proof);
    expect(second.error).toEqual(code(403, "otp_expired"));
  });
});
