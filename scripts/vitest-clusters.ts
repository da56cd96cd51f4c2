import { fileURLToPath } from "node:url";

/**
 * Returns a Vite plugin for tests that start local backends. The backends start with a copy of an
 * initialized cluster in `.tools`, because `initdb` would take most of the CPU time of a start.
 */
export function keptClusters() {
  process.env.LOCAL_BACKEND_CLUSTERS ??= fileURLToPath(
    new URL("../.tools/clusters", import.meta.url),
  );
  return { name: "kept-clusters" };
}
