import type { Backend } from "../../src/config/define-backend.js";
import { defineBackend } from "../../src/config/define-backend.js";
import { createServiceClient, type ServiceClient } from "../../src/service/index.js";
import { createFakeFetch, type SeenRequest } from "./fake-fetch.js";

export const SECRET_KEY = "sb_secret_Zk9xQ2mT7vB1nR4wY8cL_3fA6";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The signature is invalid, but the SDK does not verify signatures of keys. */
export const legacyKey = (role: string) =>
  `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ iss: "supabase", role })}.c2lnbmF0dXJl`;

export interface ServiceScene {
  backend: Backend;
  service: ServiceClient;
  requests: SeenRequest[];
}

export function openServiceScene(
  answer: (request: SeenRequest) => Response | Promise<Response>,
  secretKey = SECRET_KEY,
): ServiceScene {
  const { fetch, requests } = createFakeFetch(answer);
  const backend = defineBackend({
    url: "https://project.example",
    anonKey: "sb_publishable_x",
    runtime: { fetch, schedule: immediately },
  });
  return { backend, requests, service: createServiceClient(backend, { secretKey }) };
}

/** Runs a short timer at once. Never runs a timer of three seconds or more, which is a deadline. */
function immediately(run: () => void, milliseconds: number): () => void {
  if (milliseconds < 3000) queueMicrotask(run);
  return () => undefined;
}
