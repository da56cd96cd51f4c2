import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";

/** Stores the session in a signed cookie, so that reading it needs no database. */
export function createBetterAuth() {
  const tables = { user: [], session: [], account: [], verification: [] };
  const auth = betterAuth({
    baseURL: "http://127.0.0.1:3000",
    secret: "a secret of at least thirty-two characters",
    database: memoryAdapter(tables),
    emailAndPassword: { enabled: true },
    session: { cookieCache: { enabled: true, maxAge: 3600 } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
  return {
    async signUp(email: string): Promise<string[]> {
      const body = { email, name: "Maria Oberhauser", password: "correct horse battery" };
      const response = await auth.api.signUpEmail({ body, asResponse: true });
      return response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
    },
    read: (request: Request): Promise<unknown> => auth.api.getSession({ headers: request.headers }),
  };
}
