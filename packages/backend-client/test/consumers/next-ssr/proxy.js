import { proxy as refreshSession } from "./lib/backend.js";
import { updateSession } from "./lib/supabase.js";

const MOVED = ["/new"];

export function proxy(request) {
  const { pathname } = request.nextUrl;
  const isMoved = MOVED.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  return isMoved ? refreshSession(request) : updateSession(request);
}

export const config = { matcher: ["/((?!_next/static|_next/image|auth/|favicon.ico).*)"] };
