import type {
  MFAChallengeParams,
  MFAChallengePhoneParams,
  MFAChallengeTOTPParams,
  MFAChallengeWebauthnParams,
  MFAEnrollParams,
  MFAEnrollPhoneParams,
  MFAEnrollTOTPParams,
  MFAEnrollWebauthnParams,
  MFAVerifyParams,
  MFAVerifyPhoneParams,
  MFAVerifyTOTPParams,
  MFAVerifyWebauthnParams,
  SignInWithIdTokenCredentials,
  SignInWithOAuthCredentials,
  SupabaseClient,
} from "@supabase/supabase-js";
import { expectTypeOf, it } from "vitest";
import { defineBackend } from "../config/define-backend.js";
import { unwrap } from "../errors/backend-error.js";
import type { AuthFlows, MfaFlows, SignedIn } from "./auth-flow-types.js";
import { createSessionServer } from "./session-server.js";

type Auth = SupabaseClient["auth"];

/** If a function has fewer than five overloads, TypeScript repeats the first one. */
type LastFive<F> = F extends {
  (first: infer A, ...rest: never[]): unknown;
  (first: infer B, ...rest: never[]): unknown;
  (first: infer C, ...rest: never[]): unknown;
  (first: infer D, ...rest: never[]): unknown;
  (first: infer E, ...rest: never[]): unknown;
}
  ? [A, B, C, D, E]
  : never;

type IsSame<A, B> = [A, B] extends [B, A] ? true : false;

type Overloaded<Functions, Names extends keyof Functions> = {
  [Name in Names]: Functions[Name] extends (...args: never[]) => unknown
    ? LastFive<Functions[Name]> extends [...infer _, infer D, infer E]
      ? IsSame<D, E> extends true
        ? never
        : Name
      : never
    : never;
}[Names];

const { auth } = createSessionServer(defineBackend()).open(new Request("http://a.test"));

it("the type tests list the auth-js flows that have overloads", () => {
  expectTypeOf<Overloaded<Auth, keyof AuthFlows & keyof Auth>>().toEqualTypeOf<"linkIdentity">();
  expectTypeOf<Overloaded<Auth["mfa"], keyof MfaFlows & keyof Auth["mfa"]>>().toEqualTypeOf<
    "enroll" | "challenge" | "verify"
  >();
});

it("the type tests list every overload of the auth-js flows", () => {
  type Enroll = [MFAEnrollTOTPParams, MFAEnrollPhoneParams, MFAEnrollWebauthnParams];
  expectTypeOf<LastFive<Auth["mfa"]["enroll"]>>().toEqualTypeOf<
    [MFAEnrollTOTPParams, ...Enroll, MFAEnrollParams]
  >();
  type Challenge = [MFAChallengeTOTPParams, MFAChallengePhoneParams, MFAChallengeWebauthnParams];
  expectTypeOf<LastFive<Auth["mfa"]["challenge"]>>().toEqualTypeOf<
    [MFAChallengeTOTPParams, ...Challenge, MFAChallengeParams]
  >();
  type Verify = [MFAVerifyTOTPParams, MFAVerifyPhoneParams, MFAVerifyWebauthnParams];
  expectTypeOf<LastFive<Auth["mfa"]["verify"]>>().toEqualTypeOf<
    [MFAVerifyTOTPParams, ...Verify, MFAVerifyParams]
  >();
  type OAuth = SignInWithOAuthCredentials;
  expectTypeOf<LastFive<Auth["linkIdentity"]>>().toEqualTypeOf<
    [OAuth, OAuth, OAuth, OAuth, SignInWithIdTokenCredentials]
  >();
});

it("the type tests fail to compile when auth-js adds an overload", () => {
  interface WithMore {
    enroll: Auth["mfa"]["enroll"] & ((factor: { factorType: "new" }) => Promise<string>);
  }
  type Known = LastFive<Auth["mfa"]["enroll"]>;
  expectTypeOf<LastFive<WithMore["enroll"]>>().not.toEqualTypeOf<Known>();
});

it("a flow with overloads returns the result type for its arguments", async () => {
  const app = unwrap(await auth.mfa.enroll({ factorType: "totp" }));
  expectTypeOf(app.totp.qr_code).toBeString();
  const phone = unwrap(await auth.mfa.enroll({ factorType: "phone", phone: "+49123" }));
  expectTypeOf(phone.phone).toBeString();
  // @ts-expect-error: a phone has no QR code
  phone.totp;
  const linking = unwrap(await auth.linkIdentity({ provider: "github" }));
  expectTypeOf(linking.url).toBeString();
  const linked = unwrap(await auth.linkIdentity({ provider: "google", token: "t" }));
  expectTypeOf(linked).toEqualTypeOf<SignedIn>();
  const sso = unwrap(await auth.signInWithSSO({ domain: "a.test" }));
  expectTypeOf(sso.url).toBeString();
  // @ts-expect-error: a domain or a provider id is needed
  await auth.signInWithSSO({ options: { redirectTo: "http://a.test" } });
});
