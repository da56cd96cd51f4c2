const BODY_MAX_BYTES = 64 * 1024;

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

export async function readJson(request: Request): Promise<Record<string, unknown>> {
  try {
    // JSON can also be null or a number. `Object()` lets callers read fields of any value.
    return Object(await new Response(await readBody(request)).json());
  } catch (thrown) {
    if (thrown instanceof BodyTooLarge) throw thrown;
    return {};
  }
}

export async function readFields(request: Request): Promise<Record<string, string>> {
  const isJson = isOfType(request, "application/json");
  try {
    const type = request.headers.get("content-type") ?? "";
    const body = new Response(await readBody(request), { headers: { "content-type": type } });
    const entries = isJson ? Object.entries(Object(await body.json())) : await body.formData();
    return Object.fromEntries([...entries].map(([name, value]) => [name, String(value)]));
  } catch (thrown) {
    if (thrown instanceof BodyTooLarge) throw thrown;
    return {};
  }
}

export function isFormPost(request: Request): boolean {
  return isOfType(request, "form");
}

function isOfType({ headers }: Request, type: string): boolean {
  return headers.get("content-type")?.includes(type) ?? false;
}
