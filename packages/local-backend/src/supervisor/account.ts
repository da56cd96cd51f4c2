import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { LocalBackendError } from "../config/errors.ts";

/** System user, command and folders for Postgres, which refuses to run as root. */
export interface PostgresAccount {
  uid?: number;
  gid?: number;
  /** Start of the command line, such as `unshare --user …`. */
  wrapper: readonly string[];
  binDir: string;
  clusterDir: string;
}

interface ChoiceOptions {
  binDir: string;
  dataDir: string;
  clusterDir?: string;
  isRoot: boolean;
  log(line: string): void;
}

/** Parent of folders that another account must reach and that must survive a reboot. */
const SHARED_ROOT = "/var/lib/local-backend";
/** File with the path of the cluster if the cluster is outside the data directory. */
const POINTER = "cluster-location";

const NAMESPACE = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];

/**
 * Postgres refuses to run as root. If root starts the backend, Postgres runs as the owner of an
 * existing cluster, otherwise as `postgres` or `nobody`.
 * Postgres runs in a user namespace instead if root owns the cluster, if neither account exists, or
 * if the account cannot enter the folders of a new cluster or of the binaries.
 * If namespaces are not available, a new cluster that the account cannot reach is moved. Binaries
 * that the account cannot reach are copied. An existing cluster never moves.
 */
export function choosePostgresAccount(options: ChoiceOptions): PostgresAccount {
  const { binDir, dataDir, clusterDir = join(dataDir, "pg"), isRoot } = options;
  const inPlace = { wrapper: [], binDir, clusterDir };
  if (!isRoot) return inPlace;

  const moved = options.clusterDir === undefined ? readPointer(dataDir) : undefined;
  const owner = ownerOf(moved ?? clusterDir);
  if (owner !== undefined && owner.uid === 0) {
    if (canUseNamespace()) return inNamespace(options, inPlace);
    throw unusable(dataDir, "its database belongs to root and this system offers no namespaces");
  }
  const account = owner ?? findAccount();
  if (account === undefined) {
    if (canUseNamespace()) return inNamespace(options, inPlace);
    throw unusable(
      dataDir,
      "Postgres does not run as root, and there is no system user `postgres` or `nobody`",
    );
  }
  if (moved !== undefined) {
    return {
      ...account,
      wrapper: [],
      binDir: reachableBinaries(options, account),
      clusterDir: moved,
    };
  }
  // Let the account enter the folder, but not list its files or read the keys.
  const mode = statSync(dataDir).mode & 0o777;
  chmodSync(dataDir, 0o711);
  const dataFolders = [dataDir, dirname(clusterDir)];
  if (canEnter([...dataFolders, binDir], account)) return { ...inPlace, ...account };
  const reachesData = canEnter(dataFolders, account);
  if (owner === undefined && canUseNamespace()) {
    chmodSync(dataDir, mode);
    return inNamespace(options, inPlace);
  }
  if (owner !== undefined && !reachesData) {
    const who = `the system user that owns its database (uid ${owner.uid})`;
    throw unusable(
      dataDir,
      `${who} cannot enter it; allow access through the folders above it (chmod 711)`,
    );
  }
  const binaries = reachableBinaries(options, account);
  if (reachesData) return { ...account, wrapper: [], binDir: binaries, clusterDir };
  return { ...account, wrapper: [], binDir: binaries, clusterDir: moveCluster(options) };
}

/** Checks the folders first, because root in a user namespace cannot enter every folder. */
function inNamespace(
  { binDir, dataDir }: ChoiceOptions,
  inPlace: PostgresAccount,
): PostgresAccount {
  const { uid } = statSync(dataDir);
  if (uid !== 0) {
    const why = `it belongs to another system user (uid ${uid}), and Postgres cannot run as root`;
    throw unusable(dataDir, `${why}. Start as that user, or choose a folder that root owns`);
  }
  for (const folder of [dataDir, dirname(inPlace.clusterDir), binDir]) {
    const [command = "", ...args] = [...NAMESPACE, "/bin/sh", "-c", 'cd "$1"', "sh", folder];
    if (spawnSync(command, args, { cwd: "/" }).status === 0) continue;
    const why = `Postgres runs without the rights of root, so it cannot enter ${folder}`;
    throw unusable(dataDir, `${why}. Allow access through the folders above it (chmod 711)`);
  }
  return { ...inPlace, wrapper: NAMESPACE };
}

export function clusterFolder(dataDir: string): string {
  return readPointer(dataDir) ?? join(dataDir, "pg");
}

export function pointToCluster(dataDir: string, clusterDir: string): void {
  writeFileSync(join(dataDir, POINTER), `${clusterDir}\n`, { mode: 0o600 });
}

function unusable(dataDir: string, why: string): LocalBackendError {
  return new LocalBackendError(
    "data_directory_unusable",
    `The data directory ${dataDir} cannot be used: ${why}.`,
  );
}

function readPointer(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, POINTER), "utf8").trim();
  } catch {
    return undefined;
  }
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  if (!existsSync(join(folder, "PG_VERSION"))) return undefined;
  const { uid, gid } = statSync(folder);
  return { uid, gid };
}

function findAccount(): { uid: number; gid: number } | undefined {
  const lines = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : [];
  for (const name of ["postgres", "nobody"]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(":");
    const uid = Number(fields?.[2]);
    const gid = Number(fields?.[3]);
    if (Number.isInteger(uid) && uid > 0 && Number.isInteger(gid)) return { uid, gid };
  }
  return undefined;
}

/** Tries to enter the folders, because modes do not show access lists and mount options. */
function canEnter(folders: readonly string[], account: { uid: number; gid: number }): boolean {
  const { uid, gid } = account;
  const script = 'for folder; do cd "$folder" || exit 1; done';
  const test = spawnSync("/bin/sh", ["-c", script, "sh", ...folders], { uid, gid, cwd: "/" });
  return test.status === 0;
}

function canUseNamespace(): boolean {
  const [command, ...args] = NAMESPACE;
  return process.platform === "linux" && spawnSync(command ?? "", [...args, "true"]).status === 0;
}

function sharedFolder(name: string): string {
  mkdirSync(SHARED_ROOT, { recursive: true, mode: 0o755 });
  const found = lstatSync(SHARED_ROOT);
  if (!found.isDirectory() || found.uid !== 0) throw unusable(SHARED_ROOT, "root does not own it");
  return join(SHARED_ROOT, name);
}

const shortHash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);

function reachableBinaries(options: ChoiceOptions, account: { uid: number; gid: number }): string {
  if (canEnter([options.binDir], account)) return options.binDir;
  const installation = dirname(options.binDir);
  const stamp = `${installation}:${statSync(join(options.binDir, "postgres")).mtimeMs}`;
  const target = sharedFolder(`postgres-${shortHash(stamp)}`);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}`;
    cpSync(installation, draft, { recursive: true, verbatimSymlinks: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
    options.log(
      `the system user that runs PostgreSQL cannot read ${installation}, so the local backend copied it to ${target}`,
    );
  }
  return join(target, "bin");
}

function moveCluster(options: ChoiceOptions): string {
  const folder = sharedFolder(`data-${shortHash(options.dataDir)}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const clusterDir = join(folder, "pg");
  // No data directory refers to an older cluster in this folder, and its password is lost.
  rmSync(clusterDir, { recursive: true, force: true });
  pointToCluster(options.dataDir, clusterDir);
  options.log(
    `the system user that runs PostgreSQL cannot enter ${options.dataDir}, so the local backend stores the database in ${folder}`,
  );
  return clusterDir;
}
