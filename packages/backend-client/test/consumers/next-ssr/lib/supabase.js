import { createServerClient } from "@supabase/ssr";
import { cookies } from "next/headers";
import { NextResponse } from "next/server";

// Next replaces `process.env.NAME` at build time, but not a name that is computed.
const variable = (name) => process.env[name];

export const config = () => ({
  url: variable("NEXT_PUBLIC_SUPABASE_URL"),
  apiKey: variable("NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY"),
});

export async function createClient() {
  const store = await cookies();
  const { url, apiKey } = config();
  return createServerClient(url, apiKey, {
    cookies: {
      getAll: () => store.getAll(),
      setAll: (all) => {
        try {
          for (const { name, value, options } of all) store.set(name, value, options);
        } catch {
          // A page cannot set cookies. The proxy refreshes the session instead.
        }
      },
    },
  });
}

export async function updateSession(request) {
  let response = NextResponse.next({ request });
  const { url, apiKey } = config();
  const { auth } = createServerClient(url, apiKey, {
    cookies: {
      getAll: () => request.cookies.getAll(),
      setAll: (all) => {
        for (const { name, value } of all) request.cookies.set(name, value);
        response = NextResponse.next({ request });
        for (const { name, value, options } of all) response.cookies.set(name, value, options);
      },
    },
  });
  await auth.getClaims();
  return response;
}
