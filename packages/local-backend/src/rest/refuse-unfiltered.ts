import { UNAVAILABLE } from "./unavailable.ts";
import { pathOf, type UnfilteredStatement } from "./unfiltered.ts";

type SentHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Returns hosted Supabase's error or, if PostgREST refuses the token or the table, that error. */
export async function refuseUnfiltered(
  statement: UnfilteredStatement,
  url: string,
  headers: SentHeaders,
): Promise<Response> {
  const { authorization, "content-profile": profile, prefer } = headers;
  const probe = await fetch(`${pathOf(url)}?limit=0`, {
    headers: asText({ authorization, "accept-profile": profile, prefer }),
  }).catch(() => new Response(UNAVAILABLE, { status: 503 }));
  const body = await probe.text();
  if (!probe.ok && !isMissingRight(body)) {
    return new Response(body, { status: probe.status, headers: errorHeaders(probe.headers) });
  }
  const message = `${statement} requires a WHERE clause`;
  const error = JSON.stringify({ code: "21000", details: null, hint: null, message });
  return new Response(error, { status: 400, headers: errorHeaders(new Headers()) });
}

/**
 * Hosted Supabase reports the missing `where` before a missing right, because PostgreSQL checks
 * rights on tables only after it has parsed the statement.
 */
const isMissingRight = (body: string) =>
  body.includes('"code":"42501"') && /"permission denied for (?!schema)/.test(body);

function errorHeaders(received: Headers): Record<string, string> {
  const challenge = received.get("www-authenticate");
  return {
    "content-type": "application/json; charset=utf-8",
    ...(challenge === null ? {} : { "www-authenticate": challenge }),
  };
}

function asText(headers: SentHeaders): Record<string, string> {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(", ")]],
  );
  return Object.fromEntries(sent);
}
