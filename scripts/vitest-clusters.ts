import { fileURLToPath } from "node:url";

/**
 * A Vite plugin that lets local backends of tests start on a copy of an initialized cluster, which is kept in
 * `.tools`. `initdb` would take most of the CPU time of a start.
 */
export function keptClusters() {
  process.env.LOCAL_BACKEND_CLUSTERS ??= fileURLToPath(
    new URL("../.tools/clusters", import.meta.url),
  );
  return { name: "kept-clusters" };
}
