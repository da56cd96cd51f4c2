import "server-only";
import { sentenceFor } from "@/lib/errors/error-sentences";
import { MAX_FORM_BYTES } from "@/lib/forms/limits";
import { contentSecurityPolicy, createNonce } from "@/lib/http/csp";

type Refusal = { status: 413 | 400; code: "form_too_large" | "form_incomplete" };

const TOO_LARGE: Refusal = { status: 413, code: "form_too_large" };
const INCOMPLETE: Refusal = { status: 400, code: "form_incomplete" };

async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_FORM_BYTES) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

async function findRefusal(request: Request): Promise<Refusal | null> {
  if (Number(request.headers.get("content-length")) > MAX_FORM_BYTES) return TOO_LARGE;
  const bytes = await readBody(request).catch(() => undefined);
  if (bytes === undefined) return INCOMPLETE;
  if (bytes === null) return TOO_LARGE;
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) return null;
  const fields = await new Response(bytes, { headers: { "content-type": type } })
    .formData()
    .catch(() => null);
  return fields && [...fields].every(isReadable) ? null : INCOMPLETE;
}

/**
 * Returns false for a field of a React action that is not valid JSON. React cannot parse the field,
 * so Next would respond with status 500 and an empty body.
 */
function isReadable([name, value]: [string, FormDataEntryValue]): boolean {
  if (!/^\$ACTION_\d+:\d+$/.test(name) || typeof value !== "string") return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

const STYLE =
  ":root{color-scheme:light dark}" +
  "body{margin:0;background:light-dark(#faf9f7,#141517);color:light-dark(#1d1c1a,#ecebe8);" +
  "font:1rem/1.5 system-ui,sans-serif}" +
  "main{max-width:40rem;margin:0 auto;padding:4rem 1rem}";

function page(sentence: string, nonce: string): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width">' +
    `<title>Not saved · Dossier</title><style nonce="${nonce}">${STYLE}</style></head>` +
    `<body><main><h1>Not saved</h1><p>${sentence}</p>` +
    "<p>Use your browser’s Back button to return to the form.</p></main></body></html>"
  );
}

/**
 * Refuses a form that is too large or incomplete, because Next would respond with status 500 and an
 * empty body. If a script sent the form, the response is the error message as plain text.
 * Otherwise, it is a page.
 */
export async function refuseForm(request: Request, backendUrl: string): Promise<Response | null> {
  if (request.method !== "POST") return null;
  const refusal = await findRefusal(request);
  if (!refusal) return null;
  const { status, code } = refusal;
  const nonce = createNonce();
  const sentence = sentenceFor(code);
  const isScript = request.headers.has("next-action");
  return new Response(isScript ? sentence : page(sentence, nonce), {
    status,
    headers: {
      // With any other type, Next does not show the text of a failed action.
      "content-type": isScript ? "text/plain" : "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy({ nonce, backendUrl, isDevelopment: false }),
      "cache-control": "private, no-store",
    },
  });
}
