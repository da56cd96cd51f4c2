export class AuthRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, extra: Record<string, unknown> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/**
 * Creates a response in the format of the auth service, for a fault's `respond` function.
 * @example
 * faults.add({ path: "/auth/v1/token", respond: () => authAnswer(400, { code: "session_expired" }) });
 */
export function authAnswer(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, {
    status,
    // auth-js reads `code` as the error code only if the response has this header.
    headers: { "x-supabase-api-version": "2024-01-01", ...headers },
  });
}

export function refusalAnswer({ status, code, extra }: AuthRefusal): Response {
  return authAnswer(status, { code, message: `refused: ${code}`, ...extra });
}
