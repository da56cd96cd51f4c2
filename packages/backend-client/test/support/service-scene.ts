import type { Backend } from "../../src/config/define-backend.js";
import { defineBackend } from "../../src/config/define-backend.js";
import { createServiceClient, type ServiceClient } from "../../src/service/index.js";
import { createFakeFetch, type SeenRequest } from "./fake-fetch.js";

export const SECRET_KEY = "sb_secret_Zk9xQ2mT7vB1nR4wY8cL_3fA6";

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Creates a legacy key with a made-up signature, because the SDK does not verify it. */
export const legacyKey = (role: string) =>
  `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ iss: "supabase", role })}.c2lnbmF0dXJl`;

export interface ServiceScene {
  backend: Backend;
  service: ServiceClient;
  requests: SeenRequest[];
}

/** Opens a service client and a project that calls `answer` for each response. */
export function openServiceScene(
  answer: (request: SeenRequest) => Response | Promise<Response>,
  secretKey = SECRET_KEY,
): ServiceScene {
  const { fetch, requests } = createFakeFetch(answer);
  const backend = defineBackend({
    url: "https://project.example",
    anonKey: "sb_publishable_x",
    // Retry a read without waiting.
    runtime: { fetch, schedule: immediately },
  });
  return { backend, requests, service: createServiceClient(backend, { secretKey }) };
}

/** Runs waits below three seconds at once. Never runs longer ones, which are deadlines. */
function immediately(run: () => void, milliseconds: number): () => void {
  if (milliseconds < 3000) queueMicrotask(run);
  return () => undefined;
}
