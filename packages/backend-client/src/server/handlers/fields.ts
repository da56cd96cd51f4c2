/** Longest body that a handler reads, in bytes; its fields take a few hundred. */
const BODY_MAX_BYTES = 64 * 1024;

/** A request whose body is longer than any of ours; answered with 413. */
export class BodyTooLarge extends Error {}

/**
 * The bytes of a body, read no further than the limit.
 * @throws BodyTooLarge as soon as that is known
 */
async function readBody({ headers, body }: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  if (Number(headers.get("content-length")) > BODY_MAX_BYTES) {
    await reader.cancel();
    throw new BodyTooLarge();
  }
  const bytes = new Uint8Array(BODY_MAX_BYTES);
  let length = 0;
  for (let read = await reader.read(); read.value; read = await reader.read()) {
    if (length + read.value.length > bytes.length) {
      await reader.cancel();
      throw new BodyTooLarge();
    }
    bytes.set(read.value, length);
    length += read.value.length;
  }
  return bytes.slice(0, length);
}

/**
 * The fields of a form or JSON body as texts; none when there is no usable body.
 * @throws BodyTooLarge
 */
export async function readFields(request: Request): Promise<Record<string, string>> {
  const isJson = isOfType(request, "application/json");
  try {
    const type = request.headers.get("content-type") ?? "";
    const body = new Response(await readBody(request), { headers: { "content-type": type } });
    // JSON may be any value, also null: `Object` makes an object without fields of it.
    const entries = isJson ? Object.entries(Object(await body.json())) : await body.formData();
    // A file becomes a text that no reader accepts.
    return Object.fromEntries([...entries].map(([name, value]) => [name, String(value)]));
  } catch (thrown) {
    if (thrown instanceof BodyTooLarge) throw thrown;
    // An unreadable body is an empty one: every field is optional or checked by its reader.
    return {};
  }
}

/** Whether a request is a form sent by a page, which wants a page and not JSON back. */
export function isFormPost(request: Request): boolean {
  return isOfType(request, "form");
}

function isOfType({ headers }: Request, type: string): boolean {
  return headers.get("content-type")?.includes(type) ?? false;
}
