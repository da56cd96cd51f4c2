import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BackendUrls } from "../config/urls.ts";
import { isSameProcess, markOf, type ProcessMark } from "./processes.ts";

export interface TrackedChild extends ProcessMark {
  name: string;
}

/** Contents of `lock.json`. */
export interface LockFile {
  owner: ProcessMark;
  children: TrackedChild[];
  urls?: BackendUrls;
}

/** Returns undefined if the file is missing or damaged. */
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
   * Takes the lock. Returns undefined if another process holds it. Creates the file as a hard link
   * to a complete file, so that no reader sees an incomplete one.
   */
  static take(dataDir: string): Lock | undefined {
    const path = lockPath(dataDir);
    const draft = `${path}.${process.pid}`;
    const owner = markOf(process.pid) ?? { pid: process.pid, startedAt: "" };
    const lock = new Lock(path, { owner, children: [] });
    writeFileSync(draft, JSON.stringify(lock.#content), { mode: 0o600 });
    try {
      linkSync(draft, path);
      return lock;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }

  /** Removes a stale lock. Does nothing if another start has replaced it. */
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

  /** Adds a child process. Returns a function that removes it. */
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
    writeFileSync(draft, JSON.stringify(this.#content), { mode: 0o600 });
    renameSync(draft, this.#path);
  }
}
