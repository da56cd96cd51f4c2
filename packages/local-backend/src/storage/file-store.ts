import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { copyFile, link, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { refuse } from "./errors.ts";
import type { ObjectAddress } from "./object-key.ts";
import type { ByteRange } from "./range.ts";

/** Large downloads are faster than with Node's default of 64 KiB. */
const READ_BYTES = 256 * 1024;

const HASH_CHARACTERS = 64;

export interface ReceivedFile {
  path: string;
  size: number;
  /** MD5 hash in quotes, as in S3. */
  eTag: string;
}

/** Every version of an object has its own file, which never changes. */
export class FileStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  get temporaryDir(): string {
    return join(this.#root, "tmp");
  }

  pathOf(address: ObjectAddress, version: string): string {
    const hash = createHash("sha256").update(`${address.bucket}/${address.name}`).digest("hex");
    return join(this.#root, "objects", hash.slice(0, 2), `${hash}-${version}`);
  }

  /** Deletes incomplete files that an earlier process left. */
  async open(): Promise<void> {
    await rm(this.temporaryDir, { recursive: true, force: true });
    await mkdir(this.temporaryDir, { recursive: true, mode: 0o700 });
  }

  async clear(): Promise<void> {
    await rm(join(this.#root, "objects"), { recursive: true, force: true });
    await this.open();
  }

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

  async discard(file: { path: string }): Promise<void> {
    await rm(file.path, { force: true });
  }

  async adopt(file: { path: string }, address: ObjectAddress, version: string): Promise<void> {
    const target = await this.#prepare(address, version);
    await rename(file.path, target);
  }

  /** Uses a hard link, which is safe because files never change. */
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

  async remove(address: ObjectAddress, version: string): Promise<void> {
    await rm(this.pathOf(address, version), { force: true });
  }

  async sizeOf(address: ObjectAddress, version: string): Promise<number | undefined> {
    const found = await stat(this.pathOf(address, version)).catch(() => undefined);
    return found?.size;
  }

  read(address: ObjectAddress, version: string, range?: ByteRange): Readable {
    const highWaterMark = READ_BYTES;
    return createReadStream(this.pathOf(address, version), { ...range, highWaterMark });
  }

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
