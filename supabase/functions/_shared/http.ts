export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly code: string;
  readonly detail: unknown;

  constructor(status: number, code: string, detail?: unknown) {
    super(code);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** Any origin may call the functions, because they authenticate with tokens and ignore cookies. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  "access-control-max-age": "86400",
};

export function answer(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: CORS });
}

export function endpoint(run: (request: Request) => Promise<unknown>) {
  return async (request: Request): Promise<Response> => {
    if (request.method === "OPTIONS") {
      const asked = request.headers.get("access-control-request-headers") ?? "";
      return new Response(null, {
        status: 204,
        headers: {
          ...CORS,
          "access-control-allow-headers": asked,
          vary: "access-control-request-headers",
        },
      });
    }
    try {
      if (request.method !== "POST") throw new Refusal(405, "method_not_allowed");
      const body = await run(request);
      return body instanceof Response ? body : answer(body);
    } catch (cause) {
      if (cause instanceof Refusal) {
        return answer({ code: cause.code, detail: cause.detail }, cause.status);
      }
      logFailure("request", cause);
      return answer({ code: "unknown" }, 500);
    }
  };
}

/**
 * Logs only names and codes, because messages from databases and email services may contain email
 * addresses and file names.
 */
export function logFailure(what: string, cause: unknown): void {
  const name = cause instanceof Error ? cause.name : typeof cause;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : "";
  console.error(`${what} failed: ${name} ${typeof code === "string" ? code : ""}`.trim());
}

/** Never pass an email address, a name or a message from another service. */
export function logLine(line: string): void {
  console.error(line);
}
