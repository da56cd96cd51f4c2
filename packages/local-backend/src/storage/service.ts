import { Hono } from "hono";
import { DISK_FULL, isDiskFull } from "../config/disk-full.ts";
import type { Service, ServiceEnv } from "../gateway/service.ts";
import type { ServiceContext } from "../gateway/service-context.ts";
import {
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from "./bucket-routes.ts";
import type { StorageContext } from "./context.ts";
import { describeObject, downloadObject } from "./download.ts";
import { refuse, renderError, toStorageError } from "./errors.ts";
import { FileStore } from "./file-store.ts";
import { answerNotFound, refuseInvalidPaths } from "./invalid-paths.ts";
import { listObjects } from "./list.ts";
import { listPage } from "./list-pages.ts";
import { removeOrphans } from "./orphans.ts";
import { copyObject, moveObject } from "./relocate.ts";
import { removeMany, removeOne } from "./remove.ts";
import { ResumableUploads } from "./resumable/routes.ts";
import { downloadSigned, signMany, signOne } from "./sign.ts";
import { signUpload, uploadSigned } from "./sign-upload.ts";
import { uploadObject } from "./upload.ts";

/** Version that hosted Supabase's Storage returns if it was built without a version number. */
const VERSION = "0.0.0";

export function createStorageService(context: ServiceContext): Service {
  const files = new FileStore(context.dataDir);
  const shared: StorageContext = {
    config: context.config,
    database: context.database,
    tokens: context.tokens,
    files,
    now: context.now,
  };
  const resumable = new ResumableUploads(shared, context.dataDir, context.log);
  return {
    name: "storage",
    prefix: "/storage/v1",
    routes: storageRoutes(shared, context.log).route("/", resumable.routes),
    start: async () => {
      await files.open();
      await removeOrphans(context.database, files);
      await resumable.open();
    },
    stop: async () => resumable.close(),
    reset: async () => {
      await files.clear();
      await resumable.clear();
    },
    check: async () => {
      await context.database.query("select 1 from storage.buckets limit 1");
    },
  };
}

function storageRoutes(shared: StorageContext, log: ServiceContext["log"]): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  app.onError((error, c) => {
    const { status, code } = toStorageError(error);
    // Do not log the message, which may contain an object's name.
    const reason = isDiskFull(error) ? DISK_FULL : `${code}, ${error.name}`;
    if (status >= 500) log(`storage: ${c.req.method} failed: ${reason}`);
    return renderError(c, error);
  });
  app.use(refuseInvalidPaths);
  app.use(async (c, next) => {
    if (c.req.query("versionId") !== undefined) throw refuse.notSupported("object versions");
    await next();
  });
  app.notFound(answerNotFound);

  app.get("/status", (c) => c.body(null, 200));
  app.get("/version", (c) => c.body(VERSION, 200, { "content-type": "text/plain; charset=utf-8" }));
  app.get("/health", (c) => c.json({ healthy: true }));

  for (const path of ["/bucket", "/bucket/"]) {
    app.post(path, (c) => createBucket(shared, c));
    app.get(path, (c) => listBuckets(shared, c));
  }
  app.get("/bucket/:id", (c) => getBucket(shared, c));
  app.put("/bucket/:id", (c) => updateBucket(shared, c));
  app.post("/bucket/:id/empty", (c) => emptyBucket(shared, c));
  app.delete("/bucket/:id", (c) => deleteBucket(shared, c));

  app.post("/object/move", (c) => moveObject(shared, c));
  app.post("/object/copy", (c) => copyObject(shared, c));
  app.post("/object/list/:bucket", (c) => listObjects(shared, c));

  app.post("/object/list-v2/:bucket", (c) => listPage(shared, c));

  app.post("/object/upload/sign/:bucket/*", (c) => signUpload(shared, c));
  app.put("/object/upload/sign/:bucket/*", (c) => uploadSigned(shared, c));
  app.post("/object/sign/:bucket", (c) => signMany(shared, c));
  app.post("/object/sign/:bucket/*", (c) => signOne(shared, c));
  app.get("/object/sign/:bucket/*", (c) => downloadSigned(shared, c));

  app.get("/object/info/public/:bucket/*", (c) =>
    describeObject(shared, c, "/object/info/public/", "public"),
  );
  app.get("/object/info/authenticated/:bucket/*", (c) =>
    describeObject(shared, c, "/object/info/authenticated/", "authenticated"),
  );
  app.get("/object/info/:bucket/*", (c) => describeObject(shared, c, "/object/info/", "open"));
  app.get("/object/public/:bucket/*", (c) =>
    downloadObject(shared, c, "/object/public/", "public"),
  );
  app.get("/object/authenticated/:bucket/*", (c) =>
    downloadObject(shared, c, "/object/authenticated/", "authenticated"),
  );
  app.get("/object/:bucket/*", (c) => downloadObject(shared, c, "/object/", "open"));

  app.on(["POST", "PUT"], "/object/:bucket/*", (c) => uploadObject(shared, c));
  app.delete("/object/:bucket", (c) => removeMany(shared, c));
  app.delete("/object/:bucket/*", (c) => removeOne(shared, c));
  return app;
}
