import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { FileStore as TusStore } from "@tus/file-store";
import { Metadata, type Upload } from "@tus/server";
import type { StorageContext } from "../context.ts";
import { refuse, toStorageError } from "../errors.ts";
import type { ObjectAddress } from "../object-key.ts";
import { hasVersion, storeReceived } from "../objects.ts";
import type { UserMetadata } from "../user-metadata.ts";
import { UploadRecords } from "./records.ts";

/** Same time as on hosted Supabase. */
const EXPIRY_MS = 24 * 60 * 60 * 1000;

export interface UploadNotes {
  address: ObjectAddress;
  mimeType: string;
  cacheControl: string;
  userMetadata?: UserMetadata | undefined;
  ownerId: string | null;
  isUpsert: boolean;
  isSigned: boolean;
  isStored: boolean;
}

/** Suffixes of temporary files, which remain if the process is killed. */
const UNFINISHED = /\.(whole|sparse|new)$/;

/** Key of the service's own metadata. A client's value for this key is overwritten. */
const NOTES = "notes";

export function notesOf(upload: Upload): UploadNotes {
  const text = upload.metadata?.[NOTES];
  if (typeof text !== "string") throw refuse.noSuchKey();
  return JSON.parse(text) as UploadNotes;
}

export function withNotes(upload: Upload, notes: UploadNotes): NonNullable<Upload["metadata"]> {
  return { ...upload.metadata, [NOTES]: JSON.stringify(notes) };
}

export function withoutNotes(header: string): string {
  const { [NOTES]: _notes, ...said } = Metadata.parse(header);
  return Metadata.stringify(said);
}

export class UploadStore {
  readonly tus: TusStore;
  readonly #context: StorageContext;
  readonly #records: UploadRecords;
  readonly #directory: string;
  readonly #storing = new Map<string, Promise<void>>();

  private constructor(context: StorageContext, directory: string) {
    this.#context = context;
    this.#directory = directory;
    this.#records = new UploadRecords(directory);
    this.tus = new TusStore({
      directory,
      configstore: this.#records,
      expirationPeriodInMilliseconds: EXPIRY_MS,
    });
  }

  static async open(context: StorageContext, directory: string): Promise<UploadStore> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const name of await readdir(directory)) {
      if (UNFINISHED.test(name)) await rm(join(directory, name), { force: true });
    }
    return new UploadStore(context, directory);
  }

  async store(id: string): Promise<void> {
    const storing = this.#storing.get(id) ?? this.#store(id);
    this.#storing.set(id, storing);
    try {
      await storing;
    } finally {
      this.#storing.delete(id);
    }
  }

  async setNotes(upload: Upload, notes: UploadNotes): Promise<void> {
    upload.metadata = withNotes(upload, notes);
    await this.#records.set(upload.id, upload);
  }

  async dropExpired(): Promise<void> {
    for (const id of await this.#records.list()) {
      const record = await this.#records.get(id);
      const createdAt = Date.parse(record?.creation_date ?? "");
      if (this.#context.now() <= createdAt + EXPIRY_MS) continue;
      await rm(join(this.#directory, id), { force: true });
      await this.#records.delete(id);
    }
  }

  async clear(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
  }

  async #store(id: string): Promise<void> {
    const upload = await this.tus.getUpload(id);
    const notes = notesOf(upload);
    if (notes.isStored) return;
    const path = join(this.#directory, id);
    const size = upload.offset;
    // The object's version is the upload's ID. If the version exists, a killed process already
    // stored the object.
    if (!(await hasVersion(this.#context.database, notes.address, id))) {
      await this.#makeObject(id, notes, size);
    }
    // Keep the record, so that a client that missed the last response can see that the upload is
    // complete.
    await this.setNotes(upload, { ...notes, isStored: true });
    await replaceBySparse(path, size);
  }

  async #makeObject(id: string, notes: UploadNotes, size: number): Promise<void> {
    const path = join(this.#directory, id);
    const whole = `${path}.whole`;
    try {
      const eTag = await hashOf(path);
      await link(path, whole);
      await storeReceived(
        this.#context.database,
        this.#context.files,
        { path: whole, size, eTag },
        {
          ...notes.address,
          ...notes,
          userMetadata: notes.userMetadata ?? undefined,
          version: id,
          operation: "storage.tus.upload.part",
        },
        this.#context.now(),
      );
    } catch (error) {
      await rm(whole, { force: true });
      // After a server error, keep the bytes: the database may be unavailable only for some time.
      if (toStorageError(error).status < 500) await this.tus.remove(id).catch(() => undefined);
      throw error;
    }
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("md5");
  await pipeline(createReadStream(path), hash);
  return `"${hash.digest("hex")}"`;
}

/** A sparse file keeps the size but takes no space. */
async function replaceBySparse(path: string, size: number): Promise<void> {
  const sparse = `${path}.sparse`;
  const handle = await open(sparse, "w", 0o600);
  await handle.truncate(size);
  await handle.close();
  await rename(sparse, path);
}
