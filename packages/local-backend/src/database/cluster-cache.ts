import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { PostgresAccount } from "../supervisor/account.ts";
import { INITDB_LOCALE } from "./collation.ts";

/** Stores new clusters for reuse. A copy takes a tenth of the CPU time of `initdb`. */
export class ClusterCache {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static fromEnvironment(environment: NodeJS.ProcessEnv = process.env): ClusterCache | undefined {
    const folder = environment.LOCAL_BACKEND_CLUSTERS;
    return folder ? new ClusterCache(folder) : undefined;
  }

  /** @returns the password of the cluster's owner, or undefined if no cluster is stored */
  copyTo(target: string, account: PostgresAccount): string | undefined {
    const stored = this.#find(account);
    try {
      const password = readFileSync(join(stored, "password"), "utf8");
      copyCluster(join(stored, "pg"), target, account);
      return password;
    } catch {
      rmSync(target, { recursive: true, force: true });
      return undefined;
    }
  }

  /** The cluster must never have been started. */
  store(cluster: string, password: string, account: PostgresAccount): void {
    const stored = this.#find(account);
    const draft = `${stored}.${process.pid}.${randomBytes(4).toString("hex")}`;
    try {
      mkdirSync(draft, { recursive: true, mode: 0o700 });
      cpSync(cluster, join(draft, "pg"), { recursive: true });
      writeFileSync(join(draft, "password"), password, { mode: 0o600 });
      renameSync(draft, stored);
    } catch {
      // Another process stored a cluster first, or the folder is not writable.
      rmSync(draft, { recursive: true, force: true });
    }
  }

  #find({ binDir }: PostgresAccount): string {
    const installation = realpathSync(binDir);
    const { mtimeMs } = statSync(installation);
    const made = [installation, mtimeMs, ...INITDB_LOCALE].join(":");
    const key = createHash("sha256").update(made).digest("hex");
    return join(this.#folder, key.slice(0, 16));
  }
}

function copyCluster(source: string, target: string, { uid, gid }: PostgresAccount): void {
  cpSync(source, target, { recursive: true });
  // PostgreSQL refuses a data folder with a mode other than 0700 or 0750.
  chmodSync(target, 0o700);
  if (uid === undefined || gid === undefined) return;
  lchownSync(target, uid, gid);
  for (const name of readdirSync(target, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(target, name), uid, gid);
  }
}
