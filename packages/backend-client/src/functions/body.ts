/** What can be sent to a function: JSON values, or a body `fetch` takes as it is. */
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

/** A body as `fetch` wants it, with the content type it does not find out by itself. */
export interface EncodedBody {
  body: BodyInit | null;
  contentType?: string;
  /** Set for streams: `fetch` refuses them without it. */
  duplex?: "half";
}

/** Encodes what `invoke` was given: JSON unless `fetch` knows the type. */
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

/**
 * Reads a function's answer by its content type: JSON, text, form data, or a Blob for everything
 * else. An event stream is handed over unread, as the response.
 */
export async function decodeBody(response: Response): Promise<unknown> {
  const contentType = response.headers.get("content-type") ?? "text/plain";
  const type = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (response.status === 204) return null;
  if (type === "application/json" || type.endsWith("+json")) return await response.json();
  if (type === "text/event-stream") return response;
  if (type === "multipart/form-data") return await response.formData();
  return type.startsWith("text/") ? await response.text() : await response.blob();
}
