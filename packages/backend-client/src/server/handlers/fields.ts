/** Maximum size of a body. The fields of a handler take only a few hundred bytes. */
const BODY_MAX_BYTES = 64 * 1024;

/** The handler turns this error into a response with status 413. */
export class BodyTooLarge extends Error {}

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
 * Parses a JSON body. Returns an empty object if the body is not JSON. Wraps null and other JSON
 * values with `Object`, so that the caller can read fields from any result.
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  try {
    return Object(await new Response(await readBody(request)).json());
  } catch (thrown) {
    if (thrown instanceof BodyTooLarge) throw thrown;
    return {};
  }
}

/** Reads the fields of a JSON or form body. Returns no fields if the body cannot be parsed. */
export async function readFields(request: Request): Promise<Record<string, string>> {
  const isJson = isOfType(request, "application/json");
  try {
    const type = request.headers.get("content-type") ?? "";
    const body = new Response(await readBody(request), { headers: { "content-type": type } });
    // `Object.entries` throws for null. `Object` turns null and primitives into objects without
    // fields that a handler reads.
    const entries = isJson ? Object.entries(Object(await body.json())) : await body.formData();
    // `String` turns an uploaded file into a text that is never a valid field value.
    return Object.fromEntries([...entries].map(([name, value]) => [name, String(value)]));
  } catch (thrown) {
    if (thrown instanceof BodyTooLarge) throw thrown;
    // Treat an unreadable body as empty. Every handler checks the fields that it requires.
    return {};
  }
}

export function isFormPost(request: Request): boolean {
  return isOfType(request, "form");
}

function isOfType({ headers }: Request, type: string): boolean {
  return headers.get("content-type")?.includes(type) ?? false;
}
