/**
 * The body of a function call. Numbers, booleans, null, arrays and objects are sent as JSON, and
 * strings as plain text.
 */
export type FunctionBody =
  | Blob
  | ArrayBuffer
  | FormData
  | URLSearchParams
  | ReadableStream<Uint8Array>
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | { readonly [key: string]: unknown };

export interface EncodedBody {
  body: BodyInit | null;
  contentType?: string;
  duplex?: "half";
}

export function encodeBody(body: FunctionBody | undefined): EncodedBody {
  if (body === undefined) return { body: null };
  if (typeof body === "string") return { body, contentType: "text/plain" };
  if (body instanceof Blob || body instanceof ArrayBuffer) {
    const contentType = (body instanceof Blob && body.type) || "application/octet-stream";
    return { body, contentType };
  }
  if (body instanceof FormData || body instanceof URLSearchParams) return { body };
  if (body instanceof ReadableStream) return { body, duplex: "half" };
  return { body: JSON.stringify(body), contentType: "application/json" };
}

export async function decodeBody(response: Response): Promise<unknown> {
  const contentType = response.headers.get("content-type") ?? "text/plain";
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (response.status === 204) return null;
  if (type === "application/json" || type.endsWith("+json")) return await response.json();
  if (type === "text/event-stream") return response;
  if (type === "multipart/form-data") return await response.formData();
  return type.startsWith("text/") ? await response.text() : await response.blob();
}
