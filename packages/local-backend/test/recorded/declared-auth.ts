import type { Outcome } from "./page.ts";

const PHONE = "Phone numbers are not supported.";
const NO_PHONE = "The call before gives the user a phone number, which is not supported here.";
const BETTER = "A refusal with a cause is more useful than the real service's failure.";
const NUL = "NUL is refused everywhere, because PostgreSQL cannot store it.";
const CORS = "CORS headers came from the gateway in front of the recorded service.";
const VERSION = "The version names this backend.";

/** Maps a call (`run: name`) to the reason why the responses differ. */
const BY_CALL: Readonly<Record<string, string>> = {
  "1: banned: wrong password":
    "A wrong password does not reveal that the account exists and is banned.",
  "1: live token of that family is dead":
    "After a reuse of a refresh token all tokens of its session are dead immediately, not only after the reuse interval.",
  "1: admin create by phone": PHONE,
  "1: admin update to a taken e-mail": BETTER,
  "1: admin audit": "The audit log has the caller's address.",
  "1: health": VERSION,
  "2: otp bad method": BETTER,
  "2: mfa verify first: aal2 session":
    "The verification deletes the unverified factors, which were never challenged. The real answer still lists them.",
  "2: admin list per_page=0": BETTER,
  "2: admin create same id": BETTER,
  "2: admin create 73 byte password": BETTER,
  "2: admin create bad hash": BETTER,
  "2: admin update phone": PHONE,
  "2: admin update email_confirm false": NO_PHONE,
  "2: admin update password: answer": NO_PHONE,
  "2: admin ban negative":
    "A ban that ends in the past is a mistake of the caller, so this backend refuses it.",
  "2: health without a key": VERSION,
  "2: body NUL in the password": NUL,
  "2: body NUL in data": NUL,
  "2: body deep nesting 200": "Bodies may have 100 levels of nesting.",
  "2: OPTIONS /token from localhost": CORS,
  "2: OPTIONS /user PUT": CORS,
  "2: OPTIONS /admin/users": CORS,
  "2: CORS of a plain answer": CORS,
  "2: CORS of an error": CORS,
  "2: CORS of admin list exposes paging": CORS,
  "2: rl mails per hour": "The recorded service's hourly number of emails is not known.",
};

/** The message quotes an error of the JSON parser, which differs between the two services. */
const BAD_JSON = /^400 bad_json “Could not parse request body as JSON: [^“”]+” \[[^\]]+\] \S.*$/;

export function reasonOf({ call, real, ours }: Outcome): string | undefined {
  if (real !== ours && BAD_JSON.test(real) && BAD_JSON.test(ours)) {
    return "The cause has other words, because the real message names types in the service's source code.";
  }
  return BY_CALL[call];
}
