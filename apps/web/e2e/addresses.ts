// Odd ports, so that a demo that runs beside the tests is neither used nor disturbed. The journeys
// and the walk over all screens run at the same time, each on a demo of its own.
import { fileURLToPath } from "node:url";
import addresses from "./addresses.json" with { type: "json" };

const shift = Number(process.env.E2E_PORT_SHIFT ?? 0);

export const ports = { web: addresses.port + shift, backend: addresses.backendPort + shift };

/** Where the web app under test answers. */
export const webUrl = `http://127.0.0.1:${ports.web}`;

/** Where the embedded backend under test answers. */
export const backendUrl = `http://127.0.0.1:${ports.backend}`;

/** A file about the demo under test: where its data lies, what it printed. */
export const noteOf = (name: "data-dir" | "server.log"): string =>
  fileURLToPath(new URL(`../reports/${ports.web}-${name}`, import.meta.url));
