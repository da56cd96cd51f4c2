import { setOptOut } from "@/features/opt-out/mutations";
import { choiceSchema, tokenSchema } from "@/features/opt-out/schema";
import { strings } from "@/features/opt-out/strings";
import { getBackend } from "@/lib/backend/backend.server";

type Context = { params: Promise<{ token: string }> };

const NO_STORE = { "cache-control": "private, no-store" };

const plain = (text: string, status: number) =>
  new Response(text, {
    status,
    headers: { ...NO_STORE, "content-type": "text/plain; charset=utf-8" },
  });

const backTo = (token: string, done: string) =>
  new Response(null, {
    status: 303,
    headers: { ...NO_STORE, location: `/unsubscribe/${token}?done=${done}` },
  });

// public: the token in the emailed link identifies the contact, so no session is needed
/**
 * Receives the form of the unsubscribe page, and the request that email programs send when the user
 * presses their unsubscribe button. Email programs send neither cookies nor an origin, so the token
 * is the only proof.
 * @see https://www.rfc-editor.org/rfc/rfc8058
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const token = tokenSchema.safeParse((await params).token);
  if (!token.success) return plain(strings.unknown, 404);
  const form = await request.formData().catch(() => undefined);
  const isOneClick = form?.get("List-Unsubscribe") === "One-Click";
  const choice = choiceSchema.safeParse(form?.get("choice"));
  if (!isOneClick && !choice.success) return backTo(token.data, "missing");
  try {
    const backend = await getBackend();
    const isKnown = await setOptOut(backend.anonymous.db, {
      token: token.data,
      choice: choice.success ? choice.data : "one_click",
    });
    if (!isKnown) return plain(strings.unknown, 404);
  } catch {
    return plain(strings.unavailable, 503);
  }
  return isOneClick ? plain(strings.done, 200) : backTo(token.data, "saved");
}
