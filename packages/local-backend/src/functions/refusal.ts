interface RefusalOptions {
  status: number;
  body: { code: string; message: string } | { msg: string };
  headers?: Record<string, string>;
}

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly #options: RefusalOptions;

  private constructor(options: RefusalOptions) {
    super(`refused with ${options.status}`);
    this.#options = options;
  }

  static unknownFunction(): Refusal {
    const body = { code: "NOT_FOUND", message: "Requested function was not found" };
    return new Refusal({ status: 404, body });
  }

  static unauthorized(msg: string): Refusal {
    return new Refusal({ status: 401, body: { msg } });
  }

  /** The header lets supabase-js distinguish this error from a response of the function. */
  static failure(status: number, code: string, message: string): Refusal {
    const headers = { "x-relay-error": "true" };
    return new Refusal({ status, body: { code, message }, headers });
  }

  /**
   * Hosted Supabase adds no CORS headers to a 401:
   * https://github.com/supabase/edge-runtime/issues/213
   */
  get hasCors(): boolean {
    return this.#options.status !== 401;
  }

  toResponse(): Response {
    const { status, body, headers } = this.#options;
    return Response.json(body, { status, ...(headers ? { headers } : {}) });
  }
}
