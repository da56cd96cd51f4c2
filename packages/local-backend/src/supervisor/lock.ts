import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDiskFull } from "../config/disk-full.ts";
import type { BackendUrls } from "../config/urls.ts";
import { isSameProcess, markOf, type ProcessMark } from "./processes.ts";

export interface TrackedChild extends ProcessMark {
  name: string;
}

export interface LockFile {
  owner: ProcessMark;
  children: TrackedChild[];
  urls?: BackendUrls;
}

export function readLock(dataDir: string): LockFile | undefined {
  try {
    return JSON.parse(readFileSync(lockPath(dataDir), "utf8")) as LockFile;
  } catch {
    return undefined;
  }
}

export function isOwned(lock: LockFile): boolean {
  return isSameProcess(lock.owner);
}

const lockPath = (dataDir: string) => join(dataDir, "lock.json");

export class Lock {
  readonly #path: string;
  readonly #content: LockFile;

  private constructor(path: string, content: LockFile) {
    this.#path = path;
    this.#content = content;
  }

  /**
   * Returns undefined if a lock file exists, even if its process is dead. The file is created by a
   * hard link, so that other processes never read an incomplete file.
   */
  static take(dataDir: string): Lock | undefined {
    const path = lockPath(dataDir);
    const draft = `${path}.${process.pid}`;
    const owner = markOf(process.pid) ?? { pid: process.pid, startedAt: "" };
    const lock = new Lock(path, { owner, children: [] });
    try {
      writeFileSync(draft, JSON.stringify(lock.#content), { mode: 0o600 });
      linkSync(draft, path);
      return lock;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** Does nothing if another start has already replaced the lock. */
  static removeStale(dataDir: string, stale: LockFile): void {
    const path = lockPath(dataDir);
    const aside = `${path}.stale.${process.pid}`;
    try {
      renameSync(path, aside);
    } catch {
      return;
    }
    const moved = JSON.parse(readFileSync(aside, "utf8")) as LockFile;
    const isExpected =
      moved.owner.pid === stale.owner.pid && moved.owner.startedAt === stale.owner.startedAt;
    if (!isExpected) renameSync(aside, path);
    else rmSync(aside, { force: true });
  }

  track(name: string, pid: number): () => void {
    const child = { name, pid, startedAt: markOf(pid)?.startedAt ?? "" };
    this.#content.children.push(child);
    this.#save();
    return () => {
      this.#content.children = this.#content.children.filter((other) => other !== child);
      this.#save();
    };
  }

  setUrls(urls: BackendUrls): void {
    this.#content.urls = urls;
    this.#save();
  }

  release(): void {
    this.#isReleased = true;
    rmSync(this.#path, { force: true });
  }

  #isReleased = false;

  #save(): void {
    if (this.#isReleased) return;
    const draft = `${this.#path}.new`;
    try {
      writeFileSync(draft, JSON.stringify(this.#content), { mode: 0o600 });
      renameSync(draft, this.#path);
    } catch (error) {
      rmSync(draft, { force: true });
      // Ignore a full disk. Otherwise, the exit of a child would end the backend. Entries of ended
      // processes do no harm. If the entry of a running process is missing and the backend is
      // killed, a later start does not stop that process.
      if (!isDiskFull(error)) throw error;
    }
  }
}
