import { CLOCK_LEEWAY_SECONDS } from "../../config/constants.js";
import { type Finding, reporter } from "../finding.js";
import { type Answer, ask, isAnswer } from "../http.js";
import { isObject, type Literal } from "../source/literals.js";
import { type CheckContext, optionOf } from "./context.js";

const KNOWN_ALGORITHMS = ["ES256", "RS256", "EdDSA"];

function parseJson(text: string): Literal {
  try {
    return JSON.parse(text) as Literal;
  } catch {
    return null;
  }
}

function refusal({ status, headers, body }: Answer, host: string): Finding | null {
  const { fail } = reporter("project");
  if (status === 401 || status === 403) {
    return fail(`${host} refuses the publishable key (status ${status}).`, {
      fix: "Copy the key again from the dashboard of this project: Project Settings, API Keys.",
      page: "docs/reference.md#configuration",
    });
  }
  if (status === 540) {
    return fail(`The project at ${host} is paused (status 540).`, {
      fix: "Restore the project in the dashboard.",
      page: "docs/errors/service_unavailable.md",
    });
  }
  if (status >= 500) {
    return fail(`The auth service at ${host} responds with status ${status}.`, {
      fix: "Look at the status page and the logs of the project, then run doctor again.",
      page: "docs/errors/service_unavailable.md",
    });
  }
  if (status !== 200 || !isObject(parseJson(body))) {
    const kind = headers.get("content-type")?.split(";")[0] ?? "no type";
    return fail(`${host} is not a Supabase project: status ${status}, ${kind}.`, {
      fix: "Check the address. Use the address of the project, without a path such as /rest/v1.",
      page: "docs/errors/unexpected_answer.md",
    });
  }
  return null;
}

function checkKeys(answer: Answer, context: CheckContext): Finding {
  const { ok, warn, fail } = reporter("keys");
  const body = parseJson(answer.body);
  const keys = isObject(body) && Array.isArray(body.keys) ? (body.keys as Literal[]) : [];
  if (answer.status !== 200 && answer.status !== 404) {
    return fail(`The key set responds with status ${answer.status}.`, {
      fix: "Open /auth/v1/.well-known/jwks.json of the project, and make sure that proxies pass it on.",
      page: "docs/errors/unexpected_answer.md",
    });
  }
  const names = keys.flatMap((key) => {
    if (!isObject(key)) return [];
    const { alg, kty } = key;
    if (typeof alg === "string") return [alg];
    return kty === "EC" ? ["ES256"] : kty === "RSA" ? ["RS256"] : ["EdDSA"];
  });
  if (names.length === 0) {
    const hasSecret = optionOf(context, "jwtSecret") !== undefined;
    return warn("The project signs tokens with HS256 and its legacy JWT secret.", {
      fix: hasSecret
        ? "Rotate to an asymmetric key in the dashboard (JWT Keys). Until then, the SDK verifies tokens with jwtSecret, without a call."
        : "Rotate to an asymmetric key in the dashboard (JWT Keys). Until then, the SDK verifies each token with a call every 30 s. Set jwtSecret to avoid these calls.",
      page: "docs/reference.md#limits",
    });
  }
  const known = names.filter((name) => KNOWN_ALGORITHMS.includes(name));
  if (known.length === 0) {
    return fail(`The SDK cannot verify tokens signed with ${names.join(", ")}.`, {
      fix: `Use a key with ${KNOWN_ALGORITHMS.join(", ")}.`,
      page: "docs/errors/token_invalid.md",
    });
  }
  const count = known.length === 1 ? "one key" : `${known.length} keys`;
  return ok(`${[...new Set(known)].join(", ")}, ${count}: tokens are verified without a call.`);
}

function checkClock(answer: Answer): Finding {
  const { ok, warn, fail } = reporter("clock");
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (Number.isNaN(date)) {
    return warn("The project sends no Date header, so the clock cannot be compared.", {
      fix: "Compare the clock of this machine with another source.",
      page: "docs/errors/clock_skew.md",
    });
  }
  // A cache sends the date of the original response, and its age in seconds in `Age`.
  const age = Number(answer.headers.get("age") ?? 0) || 0;
  // `Date` omits fractions of a second. On average, it is half a second behind the project's clock.
  const seconds = Math.round((answer.askedAt - date) / 1000 - age - 0.5);
  const where = seconds < 0 ? "behind" : "ahead of";
  const found = `The clock of this machine is ${Math.abs(seconds)} s ${where} the project's.`;
  if (Math.abs(seconds) <= 1) return ok("The clock agrees with the project's.");
  if (Math.abs(seconds) <= CLOCK_LEEWAY_SECONDS) return ok(found);
  return fail(found, {
    fix: `Set the clock, for example with NTP. The SDK tolerates ${CLOCK_LEEWAY_SECONDS} s.`,
    page: "docs/errors/clock_skew.md",
  });
}

export async function checkProject(context: CheckContext): Promise<Finding[]> {
  const { ok, fail } = reporter("project");
  const { project, now } = context;
  if (!project) return [];
  const { host } = new URL(project.url);
  const headers = { apikey: project.anonKey };
  const [health, keys] = await Promise.all(
    ["health", ".well-known/jwks.json"].map((path) =>
      ask(new URL(`${project.url}/auth/v1/${path}`), { headers, now }),
    ),
  );
  if (!health || !isAnswer(health)) {
    return [
      fail(`The project at ${host} cannot be reached: ${health?.reason}.`, {
        fix: "Check the address, the network, and that the project (or the local backend) runs.",
        page: "docs/errors/unreachable.md",
      }),
    ];
  }
  const refused = refusal(health, host);
  const first = refused ?? ok(`The auth service at ${host} responds and accepts the key.`);
  const findings = [first];
  if (keys && isAnswer(keys) && !(refused && keys.status !== 200)) {
    findings.push(checkKeys(keys, context));
  }
  return [...findings, checkClock(health)];
}
