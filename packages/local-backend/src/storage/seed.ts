import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { LocalBackendError } from "../config/errors.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import { ensureBuckets } from "./buckets.ts";
import { FileStore } from "./file-store.ts";
import { guessMimeType, isMimeTypeAllowed } from "./mime-type.ts";
import { isObjectName } from "./object-key.ts";
import { storeReceived } from "./objects.ts";

type SeedContext = Pick<ServiceContext, "config" | "database" | "projectDir" | "dataDir" | "now">;

export async function seedBuckets({ config, database }: SeedContext): Promise<void> {
  await ensureBuckets(
    database,
    Object.entries(config.storage.buckets).map(([id, bucket]) => ({
      id,
      isPublic: bucket.public,
      fileSizeLimit: bucket.file_size_limit ?? null,
      allowedMimeTypes: bucket.allowed_mime_types ?? null,
    })),
  );
}

/** The path of each file, relative to `objects_path`, becomes the object's name. */
export async function seedObjects(context: SeedContext): Promise<number> {
  const files = new FileStore(context.dataDir);
  let count = 0;
  for (const [bucket, settings] of Object.entries(context.config.storage.buckets)) {
    if (settings.objects_path === undefined) continue;
    const root = resolve(context.projectDir, settings.objects_path);
    const paths = await filesBelow(root).catch((cause: unknown) => {
      throw new LocalBackendError("seed_failed", `Cannot read ${root} of bucket ${bucket}.`, {
        cause,
      });
    });
    for (const path of paths) {
      const name = relative(root, path).split(sep).join("/");
      const mimeType = guessMimeType(path);
      if (!isObjectName(name)) {
        throw new LocalBackendError(
          "seed_failed",
          `Bucket ${bucket} cannot store ${path}, because its name is not valid. Rename the file.`,
        );
      }
      if (!isMimeTypeAllowed(mimeType, settings.allowed_mime_types ?? null)) {
        throw new LocalBackendError(
          "seed_failed",
          `Bucket ${bucket} does not accept ${path}, because its type is ${mimeType}. Add the type to allowed_mime_types, or remove the file.`,
        );
      }
      const maxBytes = Math.min(
        context.config.storage.file_size_limit,
        settings.file_size_limit ?? Number.POSITIVE_INFINITY,
      );
      const received = await files.receive(createReadStream(path), maxBytes);
      await storeReceived(
        context.database,
        files,
        received,
        {
          bucket,
          name,
          ownerId: null,
          userMetadata: {},
          mimeType,
          cacheControl: "max-age=3600",
          isUpsert: true,
          operation: "storage.object.upload",
        },
        context.now(),
      );
      count += 1;
    }
  }
  return count;
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
