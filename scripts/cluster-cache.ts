import { fileURLToPath } from "node:url";

/**
 * Makes local backends copy an initialized database cluster. `initdb` would take most of the CPU
 * time of a start.
 */
export function cacheClusters(): void {
  process.env.LOCAL_BACKEND_CLUSTERS ??= fileURLToPath(
    new URL("../.tools/clusters", import.meta.url),
  );
}

export function clusterCache() {
  cacheClusters();
  return { name: "cluster-cache" };
}
