import type { Scene } from "./storage-scene.ts";

type Headers = Record<string, string>;

const encode = (text: string) => Buffer.from(text).toString("base64");

function metadataFor(name: string): string {
  const said = { bucketName: "documents", objectName: name, contentType: "application/pdf" };
  return Object.entries(said)
    .map(([key, value]) => `${key} ${encode(value)}`)
    .join();
}

export function tusCalls(scene: Scene, token: string) {
  const headersOf = (bearer: string) => ({
    authorization: `Bearer ${bearer}`,
    apikey: scene.backend.keys.publishable,
  });
  const send = (method: string, url: string, bearer: string, headers: Headers, body?: string) =>
    fetch(url, {
      method,
      headers: { ...headersOf(bearer), "tus-resumable": "1.0.0", ...headers },
      ...(body !== undefined && { body }),
    });
  return {
    headersOf,
    create: (name: string, extra: Headers = {}, bearer = token) =>
      send("POST", scene.url("/upload/resumable"), bearer, {
        "upload-length": "6",
        "upload-metadata": metadataFor(name),
        ...extra,
      }),
    patch: (url: string, offset: number, body: string, bearer = token, extra: Headers = {}) =>
      send(
        "PATCH",
        url,
        bearer,
        {
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
          ...extra,
        },
        body,
      ),
    head: (url: string, bearer = token) => send("HEAD", url, bearer, {}),
    end: (url: string, extra: Headers = {}) => send("DELETE", url, token, extra),
  };
}

export type TusCalls = ReturnType<typeof tusCalls>;
