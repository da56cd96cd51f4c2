// `addresses.json` has unusual ports, so that the servers of the tests do not collide with a
// running demo.
import { fileURLToPath } from "node:url";
import { needs, type Part, readProject } from "../../../scripts/test-supabase/project.ts";
import addresses from "./addresses.json" with { type: "json" };

/** The ports of a worker's own servers and of the servers that its tests start. */
const PORTS_PER_WORKER = 10;
const shift = PORTS_PER_WORKER * Number(process.env.TEST_PARALLEL_INDEX ?? 0);

export const ports = { web: addresses.port + shift, backend: addresses.backendPort + shift };

export const webUrl = `http://127.0.0.1:${ports.web}`;

/** Null if the tests start a local backend instead of using the project of `TEST_SUPABASE_…`. */
export const project = readProject("TEST_SUPABASE");

export const backendUrl = project?.url ?? `http://127.0.0.1:${ports.backend}`;

export const publishableKey = project?.publishableKey ?? "sb_publishable_local";

export const mailboxUrl = project?.mailboxUrl ?? `${backendUrl}/mailbox/messages`;

/**
 * Returns the arguments of `test.skip`: `test.skip(...lacks("realtime"))` skips a test if the tests
 * use a hosted project without realtime.
 */
export const lacks = (part: Part): [boolean, string] => needs(part, project);

export const noteOf = (name: "data-dir" | "server.log"): string =>
  fileURLToPath(new URL(`../reports/${ports.web}-${name}`, import.meta.url));
