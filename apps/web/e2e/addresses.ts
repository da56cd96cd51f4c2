// Odd ports, so that a demo that runs beside the tests is neither used nor disturbed.
import addresses from "./addresses.json" with { type: "json" };

/** Where the web app under test answers. */
export const webUrl = `http://127.0.0.1:${addresses.port}`;

/** Where the embedded backend under test answers. */
export const backendUrl = `http://127.0.0.1:${addresses.backendPort}`;
