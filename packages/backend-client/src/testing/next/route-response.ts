import { NextResponse } from "next/server.js";
import { redirectOf, statusOf } from "./outcome.js";
import type { SetCookie } from "./request-cookies.js";

export function addCookies(response: Response, cookies: readonly SetCookie[]): Response {
  if (cookies.length === 0) return response;
  const merged = new NextResponse(response.body, response);
  for (const cookie of [...cookies, ...merged.cookies.getAll()]) merged.cookies.set(cookie);
  // Next's server removes this internal header from every response.
  merged.headers.delete("x-middleware-set-cookie");
  return merged;
}

export function responseTo(thrown: unknown, cookies: readonly SetCookie[]): Response {
  const redirect = redirectOf(thrown);
  if (redirect) {
    const { status, location } = redirect;
    return addCookies(new Response(null, { status, headers: { location } }), cookies);
  }
  const status = statusOf(thrown);
  if (status === null) throw thrown;
  return new Response(null, { status });
}
