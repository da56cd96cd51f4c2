/** A cookie that the app set. The value of a removed cookie is empty. */
export interface NextTestCookie {
  /** Name of the cookie. */
  name: string;
  /** The decoded value. */
  value: string;
  /** The cookie's Path attribute. Next's default is `/`. */
  path?: string | undefined;
  /** Parent domain whose hosts share the cookie. */
  domain?: string | undefined;
  /** Lifetime in seconds. */
  maxAge?: number | undefined;
  /** Expiry: a date, or milliseconds since the epoch. */
  expires?: Date | number | undefined;
  /** True if scripts cannot read the cookie. */
  httpOnly?: boolean | undefined;
  /** True if browsers send the cookie over https only. */
  secure?: boolean | undefined;
  /** The SameSite attribute. */
  sameSite?: true | false | "lax" | "strict" | "none" | undefined;
}

/**
 * The cookies and headers that the browser receives. The properties are not enumerable, so that
 * `toEqual` ignores them and a failed assertion prints no token.
 */
export interface NextTestResponse {
  /** Cookies that the code set or removed. The visitor's jar contains the changes. */
  readonly cookies: readonly NextTestCookie[];
  /** Headers of the response, with one `Set-Cookie` per cookie. */
  readonly headers: Headers;
}

/** The outcome of a page or an action of Next. */
export type NextOutcome<Value> = NextTestResponse &
  (
    | {
        /** The function returned a value. */
        kind: "value";
        /** The returned value. */
        value: Value;
      }
    | {
        /** The function called `redirect`, or the SDK redirected because of the session. */
        kind: "redirect";
        /** The path or URL of the redirect, unchanged. */
        location: string;
      }
    | {
        /** The function called `notFound`. */
        kind: "notFound";
      }
    | {
        /** The function threw an error. */
        kind: "error";
        /** The thrown value. */
        error: unknown;
      }
  );

function digestOf(thrown: unknown): string {
  const { digest } = Object(thrown) as { digest?: unknown };
  return typeof digest === "string" ? digest : "";
}

export function redirectOf(thrown: unknown): { location: string; status: number } | null {
  // A digest looks like `NEXT_REDIRECT;replace;/path;with;semicolons;307;`.
  const [name, , ...rest] = digestOf(thrown).split(";");
  if (name !== "NEXT_REDIRECT") return null;
  return { location: rest.slice(0, -2).join(";"), status: Number(rest.at(-2)) };
}

export function statusOf(thrown: unknown): number | null {
  const [name, status] = digestOf(thrown).split(";");
  return name === "NEXT_HTTP_ERROR_FALLBACK" ? Number(status) : null;
}

export async function outcomeOf<Value>(
  run: () => Value | Promise<Value>,
  response: () => NextTestResponse,
): Promise<NextOutcome<Value>> {
  const end = (outcome: object): NextOutcome<Value> => {
    const { cookies, headers } = response();
    return Object.defineProperties(outcome, {
      cookies: { value: cookies },
      headers: { value: headers },
    }) as NextOutcome<Value>;
  };
  try {
    return end({ kind: "value", value: await run() });
  } catch (thrown) {
    const redirect = redirectOf(thrown);
    if (redirect) return end({ kind: "redirect", location: redirect.location });
    if (statusOf(thrown) === 404) return end({ kind: "notFound" });
    return end({ kind: "error", error: thrown });
  }
}
