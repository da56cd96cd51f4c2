import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, link, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { refuse } from "./errors.ts";
import type { ObjectAddress } from "./object-key.ts";
import type { ByteRange } from "./range.ts";

/** Read at once from disk: larger parts make large downloads faster. */
const READ_BYTES = 256 * 1024;

/** Length of SHA-256 in hexadecimal, with which a version's file name begins. */
const HASH_CHARACTERS = 64;

/** Bytes that arrived whole and wait to be given an object's place. */
export interface ReceivedFile {
  path: string;
  size: number;
  /** MD5 in quotes, as S3 answers it. */
  eTag: string;
}

/** Keeps object bytes on disk; every version is its own file and is never changed in place. */
export class FileStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  get temporaryDir(): string {
    return join(this.#root, "tmp");
  }

  /** Where a version's bytes lie: object names never become file names. */
  pathOf(address: ObjectAddress, version: string): string {
    const hash = createHash("sha256").update(`${address.bucket}/${address.name}`).digest("hex");
    return join(this.#root, "objects", hash.slice(0, 2), `${hash}-${version}`);
  }

  /** Creates the folders and drops what an interrupted process left half written. */
  async open(): Promise<void> {
    await rm(this.temporaryDir, { recursive: true, force: true });
    await mkdir(this.temporaryDir, { recursive: true, mode: 0o700 });
  }

  /** Forgets every file. */
  async clear(): Promise<void> {
    await rm(join(this.#root, "objects"), { recursive: true, force: true });
    await this.open();
  }

  /**
   * Streams bytes into a temporary file.
   * @throws StorageError `EntityTooLarge` as soon as `maxBytes` is passed; nothing is left behind
   */
  async receive(source: Readable, maxBytes: number): Promise<ReceivedFile> {
    await mkdir(this.temporaryDir, { recursive: true, mode: 0o700 });
    const path = join(this.temporaryDir, randomUUID());
    const meter = measure(maxBytes);
    try {
      await pipeline(source, meter.stream, createWriteStream(path, { flags: "wx", mode: 0o600 }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, size: meter.size(), eTag: `"${meter.hash.digest("hex")}"` };
  }

  /** Drops a received file that will not be kept. */
  async discard(file: { path: string }): Promise<void> {
    await rm(file.path, { force: true });
  }

  /** Moves a received file to its version's place. */
  async adopt(file: { path: string }, address: ObjectAddress, version: string): Promise<void> {
    const target = await this.#prepare(address, version);
    await rename(file.path, target);
  }

  /** Gives one version's bytes a second place; cheap, because files are never changed. */
  async duplicate(
    from: { address: ObjectAddress; version: string },
    to: { address: ObjectAddress; version: string },
  ): Promise<void> {
    const source = this.pathOf(from.address, from.version);
    const target = await this.#prepare(to.address, to.version);
    try {
      await link(source, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") throw refuse.noSuchKey();
      await copyFile(source, target);
    }
  }

  /** Removes a version's bytes; a missing file is fine. */
  async remove(address: ObjectAddress, version: string): Promise<void> {
    await rm(this.pathOf(address, version), { force: true });
  }

  /** Size in bytes, or `undefined` when the file is gone. */
  async sizeOf(address: ObjectAddress, version: string): Promise<number | undefined> {
    const found = await stat(this.pathOf(address, version)).catch(() => undefined);
    return found?.size;
  }

  read(address: ObjectAddress, version: string, range?: ByteRange): Readable {
    const highWaterMark = READ_BYTES;
    return createReadStream(this.pathOf(address, version), { ...range, highWaterMark });
  }

  /** Versions that have bytes, with the path of each. */
  async *versions(): AsyncGenerator<{ path: string; version: string }> {
    const root = join(this.#root, "objects");
    for (const folder of await readdir(root).catch(() => [])) {
      for (const name of await readdir(join(root, folder))) {
        yield { path: join(root, folder, name), version: name.slice(HASH_CHARACTERS + 1) };
      }
    }
  }

  async #prepare(address: ObjectAddress, version: string): Promise<string> {
    const path = this.pathOf(address, version);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }
}

function measure(maxBytes: number): { stream: Transform; hash: Hash; size(): number } {
  const hash = createHash("md5");
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size > maxBytes) {
        done(refuse.tooLarge());
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, hash, size: () => size };
}
